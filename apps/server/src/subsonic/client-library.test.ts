import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SubsonicAPI } from 'subsonic-api'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { ADA } from '../testing/sign-up.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ids, startSubsonic } from './testing/start-subsonic.ts'

/** subsonicjs has no types. Its methods take what a call requires, then everything else. */
type Methods = Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>
type Subsonic = (user: string, token: string, salt: string, server: object) => Record<string, Methods>
const createSubsonic: Subsonic = createRequire(import.meta.url)('subsonicjs')

const BYTES = 100

onBothDatabases('a client library', open => {
  async function start() {
    const started = await startSubsonic(open)
    const { app, put, one } = started
    const root = temporaryFolder()
    mkdirSync(join(root, 'Still'))
    writeFileSync(join(root, 'Still', 'one.flac'), Buffer.alloc(BYTES, 7))
    await put.file(join(root, 'Still', 'one.flac'), root, one)
    return { ...started, url: await app.listen({ port: 0 }) }
  }

  it.each([true, false])(
    'signs in, browses, searches and plays, with forms: %s (SUB-01, SUB-24, SUB-60, SUB-80)',
    async post => {
      const { url, secret, one, still, nina } = await start()
      const api = new SubsonicAPI({ url, auth: { username: ADA.email, password: secret }, post })
      expect(await api.ping()).toMatchObject({ status: 'ok', openSubsonic: true, type: 'refrain' })
      expect((await api.getOpenSubsonicExtensions()).openSubsonicExtensions).toContainEqual({
        name: 'formPost',
        versions: [1],
      })
      const { artists } = await api.getArtists()
      expect(artists.index?.[0]?.artist?.[0]).toMatchObject({ id: ids.artist(nina) })
      const { albumList2 } = await api.getAlbumList2({ type: 'newest' })
      expect(albumList2.album?.map(album => album.name)).toEqual(['Loud', 'Still'])
      const { album } = await api.getAlbum({ id: ids.album(still) })
      expect(album.song?.[0]).toMatchObject({ id: ids.track(one) })
      const { searchResult3 } = await api.search3({ query: 'nina' })
      expect(searchResult3.artist?.[0]?.name).toBe('Nina')
      const sound = await api.stream({ id: ids.track(one) })
      expect([sound.status, (await sound.arrayBuffer()).byteLength]).toEqual([200, BYTES])
      const cover = await api.getCoverArt({ id: ids.album(still) })
      expect(cover.headers.get('content-type')).toBe('image/jpeg')
      const wrong = new SubsonicAPI({ url, auth: { username: ADA.email, password: ADA.password } })
      expect(await wrong.ping()).toMatchObject({ status: 'failed', error: { code: 40 } })
    },
  )
  it('stars, edits playlists and reports plays (SUB-100, SUB-102, SUB-109, SUB-111, SUB-112)', async () => {
    const { url, secret, one, three } = await start()
    const api = new SubsonicAPI({ url, auth: { username: ADA.email, password: secret } })
    await api.star({ id: ids.track(one) })
    expect((await api.getStarred2()).starred2.song?.map(({ id }) => id)).toEqual([ids.track(one)])
    await api.unstar({ id: ids.track(one) })
    expect((await api.getStarred2()).starred2.song ?? []).toEqual([])
    const { playlist } = await api.createPlaylist({ name: 'Evenings', songId: [ids.track(one)] })
    const playlistId = playlist.id
    await api.updatePlaylist({ playlistId, songIdToAdd: [ids.track(three)], songIndexToRemove: [0] })
    const edited = await api.getPlaylist({ id: playlistId })
    expect(edited.playlist.entry?.map(({ id }) => id)).toEqual([ids.track(three)])
    await api.deletePlaylist({ id: playlistId })
    expect(await api.getPlaylist({ id: playlistId })).toMatchObject({ error: { code: 70 } })
    await api.scrobble({ id: ids.track(three) })
    const { albumList2 } = await api.getAlbumList2({ type: 'recent' })
    expect(albumList2.album?.map(({ name }) => name)).toEqual(['Loud'])
  })

  it('of another author does all of it as well (SUB-24, SUB-46, SUB-60, SUB-80, SUB-100, SUB-102, SUB-109)', async () => {
    // It prints every address.
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const { url, secret, one, three, still, nina } = await start()
    const salt = 'c19b2d'
    const token = createHash('md5')
      .update(secret + salt)
      .digest('hex')
    const api = createSubsonic(ADA.email, token, salt, { host: url })
    const ask = async (group: string, name: string, ...given: unknown[]) => {
      const answer = await api[group]?.[name]?.(...given)
      expect([name, answer]).toEqual([name, expect.objectContaining({ status: 'ok' })])
      return answer
    }
    await ask('system', 'ping')
    const song = { id: ids.track(one), title: 'One & "only" <1>' }
    expect(await ask('browsing', 'getArtist', ids.artist(nina))).toMatchObject({ artist: { name: 'Nina' } })
    expect(await ask('browsing', 'getAlbum', ids.album(still))).toMatchObject({ album: { song: [song, {}] } })
    expect(await ask('searching', 'search3', 'only')).toMatchObject({ searchResult3: { song: [song] } })
    const address = (await api.media?.stream?.(ids.track(one))) as string
    const sound = await fetch(address)
    expect([sound.status, (await sound.arrayBuffer()).byteLength]).toEqual([200, BYTES])
    await ask('media', 'star', { id: ids.track(one) })
    const made = await ask('playlists', 'createPlaylist', { name: 'Evenings', songId: ids.track(one) })
    const { playlist } = made as { playlist: { id: string } }
    await ask('playlists', 'updatePlaylist', playlist.id, { songIdToAdd: ids.track(three) })
    expect(await ask('playlists', 'getPlaylist', playlist.id)).toMatchObject({
      playlist: { songCount: 2, entry: [{ id: ids.track(one) }, { id: ids.track(three) }] },
    })
    await ask('playlists', 'deletePlaylist', playlist.id)
    await ask('media', 'scrobble', ids.track(three))
    const { song: played } = (await ask('browsing', 'getSong', ids.track(three))) as { song: object }
    expect(played).toMatchObject({ playCount: 1 })
  })
})

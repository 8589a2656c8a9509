import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { ADA } from '../testing/sign-up.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readJson } from './testing/read-answer.ts'
import { ids, startSubsonic } from './testing/start-subsonic.ts'

const ORIGIN = 'https://aonsoku.example'
const SALT = 'aonsoku-salt'
const BYTES = 100

/** Sends requests in the form in which aonsoku 0.15, a player for browsers, sends them from another site: see its `src/service`. */
function aonsoku(app: FastifyInstance, secret: string) {
  const token = createHash('md5')
    .update(secret + SALT)
    .digest('hex')
  const signIn = { u: ADA.email, t: token, s: SALT, v: '1.16.0', c: 'aonsoku', f: 'json' }
  const send = async (call: string, query: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const words = new URLSearchParams({ ...query, ...signIn })
    const url = `/rest/${call}${call.includes('?') ? '&' : '?'}${words}`
    const headers = { origin: ORIGIN }
    const asked = { 'access-control-request-method': method }
    const preflight = await app.inject({ method: 'OPTIONS', url, headers: { ...headers, ...asked } })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-methods']).toContain(method)
    const answer = await app.inject({ method: method as 'GET', url, headers })
    expect([call, answer.headers['access-control-allow-origin']]).toEqual([call, '*'])
    return answer
  }
  return {
    send,
    async ask(call: string, query: Readonly<Record<string, string>> = {}, method = 'GET') {
      const { statusCode, body } = await send(call, query, method)
      const answer = readJson(body)
      expect([call, statusCode, answer.status]).toEqual([call, 200, 'ok'])
      return answer
    },
  }
}

async function start(open: Parameters<typeof startSubsonic>[0]) {
  const service = await startSubsonic(open, { rateLimitScale: 1 })
  const root = temporaryFolder()
  mkdirSync(join(root, 'Still'))
  writeFileSync(join(root, 'Still', 'one.flac'), Buffer.alloc(BYTES, 7))
  await service.put.file(join(root, 'Still', 'one.flac'), root, service.one)
  return { ...service, web: aonsoku(service.app, service.secret) }
}

onBothDatabases('a player for browsers on another site', open => {
  it('browses, searches and plays (SUB-12, SUB-42, SUB-46, SUB-60, SUB-80, SUB-86)', async () => {
    const { web, one, still, nina } = await start(open)
    const { artists } = await web.ask('getArtists')
    expect(artists).toMatchObject({ index: [{ name: 'N', artist: [{ id: ids.artist(nina) }] }, {}] })
    const { artist } = await web.ask('getArtist', { id: ids.artist(nina) })
    expect(artist).toMatchObject({ album: [{ id: ids.album(still) }] })
    await web.ask('getArtistInfo', { id: ids.artist(nina) })
    const { albumList } = await web.ask('getAlbumList', { type: 'newest', size: '30', offset: '0' })
    expect(albumList).toMatchObject({ album: [{ title: 'Loud' }, { title: 'Still' }] })
    const { album } = await web.ask('getAlbum', { id: ids.album(still) })
    expect(album).toMatchObject({ song: [{ id: ids.track(one) }, {}] })
    await web.ask('getAlbumInfo', { id: ids.album(still) })
    const all = { albumCount: '4', albumOffset: '0', artistCount: '4', artistOffset: '0', songOffset: '0' }
    const { searchResult3 } = await web.ask('search3', { query: 'only', ...all, songCount: '6' })
    expect(searchResult3).toMatchObject({ song: [{ id: ids.track(one) }] })
    await web.ask('getLyrics', { artist: 'Nina', title: 'Two' })
    const quality = { maxBitRate: '0', format: 'raw', estimateContentLength: 'true' }
    const sound = await web.send('stream', { id: ids.track(one), ...quality })
    expect([sound.statusCode, sound.rawPayload.length]).toEqual([200, BYTES])
    const cover = await web.send('getCoverArt', { id: ids.album(still), size: '300' })
    expect([cover.statusCode, cover.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  it('stars, edits playlists and reports plays (SUB-100, SUB-102, SUB-109, SUB-111, SUB-112)', async () => {
    const { web, one, two, three } = await start(open)
    await web.ask('star', { id: ids.track(one) })
    expect((await web.ask('getStarred2')).starred2).toMatchObject({ song: [{ id: ids.track(one) }] })
    await web.ask('unstar', { id: ids.track(one) })
    expect((await web.ask('getSong', { id: ids.track(one) })).song).not.toHaveProperty('starred')

    const made = await web.ask('createPlaylist?name=Evenings')
    const { id } = made.playlist as { id: string }
    const added = [one, two, three].map(track => `songIdToAdd=${ids.track(track)}`).join('&')
    await web.ask(`updatePlaylist?playlistId=${id}&comment=Calm&public=false&${added}`)
    await web.ask(`updatePlaylist?playlistId=${id}&songIndexToRemove=1`)
    const { playlist } = await web.ask('getPlaylist', { id })
    expect(playlist).toMatchObject({
      ...{ name: 'Evenings', comment: 'Calm', songCount: 2 },
      entry: [{ id: ids.track(one) }, { id: ids.track(three) }],
    })
    await web.ask('deletePlaylist', { id }, 'DELETE')
    expect((await web.send('getPlaylists', {}, 'DELETE')).body).toContain('by GET or POST')
    const { playlists } = await web.ask('getPlaylists')
    expect(playlists).toMatchObject({ playlist: [{ readonly: true }] })

    await web.ask('scrobble', { id: ids.track(three), time: String(Date.now()) })
    const { albumList } = await web.ask('getAlbumList', { type: 'recent', size: '16', offset: '0' })
    expect(albumList).toMatchObject({ album: [{ title: 'Loud' }] })
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SubsonicAPI } from 'subsonic-api'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { ADA } from '../testing/sign-up.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ids, startSubsonic } from './testing/start-subsonic.ts'

onBothDatabases('a client library', open => {
  it.each([true, false])(
    'signs in, browses, searches and plays, with forms: %s (SUB-01, SUB-24, SUB-60, SUB-80)',
    async post => {
      const { app, put, secret, one, still, nina } = await startSubsonic(open)
      const root = temporaryFolder()
      mkdirSync(join(root, 'Still'))
      writeFileSync(join(root, 'Still', 'one.flac'), Buffer.alloc(100, 7))
      await put.file(join(root, 'Still', 'one.flac'), root, one)
      const url = await app.listen({ port: 0 })
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
      expect([sound.status, (await sound.arrayBuffer()).byteLength]).toEqual([200, 100])
      const cover = await api.getCoverArt({ id: ids.album(still) })
      expect(cover.headers.get('content-type')).toBe('image/png')
      const wrong = new SubsonicAPI({ url, auth: { username: ADA.email, password: ADA.password } })
      expect(await wrong.ping()).toMatchObject({ status: 'failed', error: { code: 40 } })
    },
  )
})

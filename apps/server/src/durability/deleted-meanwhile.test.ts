import { deleteUser, updatePassword, updateUsername } from '@refrain/contract/account/own-account'
import { addFollowingArtist, removeFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { createPlaylist } from '@refrain/contract/library/playlists'
import { appendInterestedArtist } from '@refrain/contract/listening/interests'
import { countAlbumPlays, countTrackPlay, recordPlayedTrack } from '@refrain/contract/listening/plays'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'
import { seedCatalogue } from './testing/seed-catalogue.ts'

const PASSWORD = 'known to the test'
/** Tables of what belongs to a listener. */
const OWN = [
  'users',
  'sessions',
  'sign_in_addresses',
  'follows',
  'playlists',
  'playlist_tracks',
  'creation_keys',
  'counted_tracks',
  'counted_albums',
  'played_tracks',
  'interested_artists',
] as const

onBothDatabases('changes during the deletion of their account', openDatabase => {
  it('are saved or get 401, leave nothing behind and keep the counts right', async () => {
    const open = await openDatabase()
    const ids = await seedCatalogue(open, 20)
    const app = await startApp(open)
    const [artistId = '', other = ''] = ids.artists
    const [trackId = ''] = ids.tracks
    for (let n = 0; n < 5; n++) {
      const ada = await signUp(app, { name: 'Ada', email: `ada${n}@example.org`, password: PASSWORD })
      const passwords = { currentPassword: PASSWORD, newPassword: 'another of the test' }
      const changes = [
        call(app, addFollowingArtist, { artistId }, ada),
        call(app, addFollowingArtist, { artistId: other }, ada),
        call(app, updatePassword, passwords, ada),
        call(app, removeFollowingArtist, { artistId }, ada),
        call(app, appendLikedSongs, { trackId }, ada),
        call(app, createPlaylist, {}, { ...ada, 'idempotency-key': 'one' }),
        call(app, countTrackPlay, { trackId }, ada),
        call(app, countAlbumPlays, { albums: [...ids.albums] }, ada),
        call(app, recordPlayedTrack, { trackId }, ada),
        call(app, appendInterestedArtist, { id: artistId }, ada),
        call(app, updateUsername, { name: 'Ada L' }, ada),
      ]
      // After another one of them each time.
      await changes[n * 2]
      const deleted = await call(app, deleteUser, {}, ada)
      // The password was changed before.
      if (deleted.statusCode === 401)
        await answerOf(app, deleteUser, {}, { 'auth-token': (await changes[2])?.json().authtoken })
      for (const { statusCode, body } of await Promise.all(changes)) {
        expect([200, 401], `${statusCode} ${body}`).toContain(statusCode)
      }
    }
    for (const table of OWN) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(open.db)
      expect(rows, table).toEqual([])
    }
    expect((await sql`select id from artists where followers <> 0`.execute(open.db)).rows).toEqual([])
  })
})

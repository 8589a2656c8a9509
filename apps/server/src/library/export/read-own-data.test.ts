import { createAppKey } from '@refrain/contract/account/app-keys'
import { deleteUser } from '@refrain/contract/account/own-account'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { keepAlbum } from '@refrain/contract/library/kept-albums'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { createPlaylist, deletePlaylist } from '@refrain/contract/library/playlists'
import { saveRating } from '@refrain/contract/library/ratings'
import { saveBookmark } from '@refrain/contract/listening/bookmarks'
import { appendInterestedArtist, appendInterestedGenre } from '@refrain/contract/listening/interests'
import { reportNowPlaying } from '@refrain/contract/listening/now-playing'
import { savePlayQueue } from '@refrain/contract/listening/play-queue'
import { countAlbumPlays, countTrackPlay, recordPlayedTrack } from '@refrain/contract/listening/plays'
import { updateDeviceToken } from '@refrain/contract/notifications/devices'
import { updatePushPermission } from '@refrain/contract/notifications/permissions'
import { fetchOwnData } from '@refrain/contract/own-data'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { enablePendingTotp, replaceRecoveryCodes, upsertPendingTotp } from '../../account/totp/totp-store.ts'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { addOwnPasskey } from '../../testing/passkeys.ts'
import { ADA } from '../../testing/sign-up.ts'
import { SoftAuthenticator } from '../../testing/soft-authenticator.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'

const OF_USERS = [
  'sessions',
  'app_keys',
  'sign_in_addresses',
  'email_links',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'counted_tracks',
  'counted_albums',
  'listen_users',
  'now_playing',
  'play_queues',
  'bookmarks',
  'kept_albums',
  'track_ratings',
  'album_ratings',
  'artist_ratings',
  'follows',
  'interested_artists',
  'interested_genres',
  'played_tracks',
  'playlists',
  'creation_keys',
  'deleted_playlists',
  'uploads',
  'notice_permissions',
  'devices',
] as const

onBothDatabases('exported data of a listener', openDatabase => {
  /** Ada has something of everything; Grace follows the same artist. */
  async function start() {
    const started = await startLibrary(openDatabase)
    const { open, put, app, ada, grace, artist, album, tracks, add } = started
    await put.genre('Jazz', [tracks[0]])
    await put.file('/music/two.mp3', '/music', tracks[1], 'sound-of-two')
    await open.db.updateTable('tracks').set({ mbid: 'recording' }).where('id', '=', tracks[1]).execute()
    await open.db.updateTable('albums').set({ mbid: 'release' }).execute()
    await answerOf(app, addFollowingArtist, { artistId: artist }, ada)
    const { secret } = await answerOf(
      app,
      createAppKey,
      { name: 'My phone', kind: 'apiKey', scope: 'listen' },
      ada,
    )
    await answerOf(app, addFollowingArtist, { artistId: artist }, grace)
    await answerOf(app, appendInterestedArtist, { id: artist }, ada)
    await answerOf(app, appendInterestedGenre, { genre: 'Jazz' }, ada)
    await answerOf(app, appendLikedSongs, { trackId: tracks[1] }, ada)
    await answerOf(app, recordPlayedTrack, { trackId: tracks[2] }, ada)
    await answerOf(app, countTrackPlay, { trackId: tracks[2] }, ada)
    await answerOf(app, countAlbumPlays, { albums: [album] }, ada)
    await answerOf(app, keepAlbum, { albumId: album }, ada)
    await answerOf(app, saveRating, { kind: 'track', id: tracks[0], rating: 3 }, ada)
    await answerOf(app, saveRating, { kind: 'album', id: album, rating: 4 }, ada)
    await answerOf(app, saveRating, { kind: 'artist', id: artist, rating: 5 }, ada)
    await answerOf(app, saveBookmark, { trackId: tracks[0], positionMs: 9, comment: 'Here' }, ada)
    await answerOf(app, savePlayQueue, { tracks: [tracks[0], tracks[0]], currentIndex: 1 }, ada)
    await answerOf(app, reportNowPlaying, { trackId: tracks[0], state: 'playing', positionMs: 7 }, ada)
    const list = await answerOf(app, createPlaylist, {}, { ...ada, 'idempotency-key': 'k' })
    await add(list._id, tracks[0])
    const deleted = await answerOf(app, createPlaylist, {}, ada)
    await add(deleted._id, tracks[0])
    await answerOf(app, deletePlaylist, { playlistId: deleted._id }, ada)
    const { userId } = (await app.findSession(ada['auth-token']))!
    await answerOf(app, updatePushPermission, { userId, permission: true, type: 'fromArtists' }, ada)
    await answerOf(app, updateDeviceToken, { userId, token: 'a-device-of-Firebase:hers' }, ada)
    await open.db
      .insertInto('uploads')
      .values({
        id: 'up',
        user_id: userId,
        playlist_id: list._id,
        bytes: 9,
        color: '#000000',
        thumbhash: '',
        kept_at: 1,
      })
      .execute()
    const link = {
      token_hash: 'h',
      purpose: 'verify',
      email: ADA.email,
      created_at: 1,
      expires_at: 2,
    } as const
    await open.db
      .insertInto('email_links')
      .values({ ...link, user_id: userId })
      .execute()
    await addOwnPasskey(app, new SoftAuthenticator(), ada)
    await write(open.db, async tx => {
      await upsertPendingTotp(tx, userId, 'sealed')
      await enablePendingTotp(tx, userId, 'sealed', { step: 1, now: 1 })
      await replaceRecoveryCodes(tx, userId, ['hash of a code'], 1)
    })
    const rowsOf = async (table: (typeof OF_USERS)[number]) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where user_id = ${userId}`.execute(open.db)
      return Number(rows[0]!.count)
    }
    const followers = async () => (await answerOf(app, fetchArtist, { artistid: artist })).artist.followers
    return { ...started, list, userId, rowsOf, followers, secret }
  }

  it('is complete, for the listener only, and without anything that signs in (fetchOwnData, PROP-14)', async () => {
    const { open, app, ada, grace, artist, album, tracks, list, userId, secret } = await start()
    const data = await answerOf(app, fetchOwnData, {}, ada)
    expect(data).toMatchObject({
      user: { _id: userId, name: ADA.name, email: ADA.email },
      appKeys: [
        {
          name: 'My phone',
          kind: 'apiKey',
          scope: 'listen',
          lastUsedAt: null,
          lastClient: '',
          lastNetwork: '',
        },
      ],
      emailVerifiedAt: null,
      secondFactor: { since: '1970-01-01T00:00:00.001Z', recoveryCodes: 1 },
      passkeys: [{ name: 'lightMyRequest', address: 'localhost', isSynced: true, lastUsedAt: null }],
      emailLinks: [{ purpose: 'verify', email: ADA.email, sentAt: '1970-01-01T00:00:00.001Z' }],
      sessions: [
        {
          ...{ browser: expect.any(String), system: '', network: '127.0.0.0/24' },
          ...{ createdAt: expect.any(String), lastUsedAt: expect.any(String) },
        },
      ],
      signInAddresses: [{ lastAt: expect.any(String) }],
      pictures: [{ _id: 'up', bytes: 9, uploadedAt: '1970-01-01T00:00:00.001Z' }],
      following: [{ _id: artist, name: 'Bill' }],
      interestedArtists: [{ _id: artist, name: 'Bill' }],
      interestedGenres: [{ name: 'Jazz' }],
      countedTracks: [{ _id: tracks[2], name: 'Three' }],
      countedAlbums: [{ _id: album, name: 'Album', mbid: 'release', artistName: 'Bill' }],
      countedPlays: [{ _id: tracks[2], name: 'Three', client: 'lightMyRequest', secondsHeard: null }],
      keptAlbums: [{ _id: album, name: 'Album', mbid: 'release', artistName: 'Bill' }],
      ratedTracks: [{ _id: tracks[0], name: 'One', rating: 3 }],
      ratedAlbums: [{ _id: album, rating: 4 }],
      ratedArtists: [{ _id: artist, rating: 5 }],
      bookmarks: [{ _id: tracks[0], positionMs: 9, comment: 'Here' }],
      queue: { tracks: [tracks[0], tracks[0]], currentIndex: 1 },
      nowPlaying: { trackId: tracks[0], state: 'playing', positionMs: 7 },
      playedTracks: { [album]: [tracks[2]] },
      permissions: { fromArtists: true, aboutArtistsAndMusic: false },
      devices: [{ createdAt: expect.any(String), lastSeenAt: expect.any(String) }],
    })
    const byTitle = new Map(data.playlists.map(playlist => [playlist.title, playlist]))
    expect(byTitle.get(list.title)).toMatchObject({ _id: list._id, origin: list._id, tracks: [tracks[0]] })
    const named = { title: 'Two', artistName: 'Somebody', albumTitle: 'Album' }
    expect(byTitle.get('Liked Songs')?.songs).toEqual([
      { _id: tracks[1], ...named, addedAt: expect.any(String) },
    ])
    expect(data.tracks.map(track => track.id)).toEqual([tracks[0], tracks[1], tracks[2]])
    expect(data.tracks[1]).toEqual({
      ...{ id: tracks[1], ...named },
      ...{ audioId: 'sound-of-two', mbid: 'recording', albumMbid: 'release' },
    })
    const said = JSON.stringify(data)
    expect(said).not.toMatch(/argon2|password|token|a-device-of/i)
    const sessions = await open.db.selectFrom('sessions').select('token_hash').execute()
    for (const { token_hash } of sessions) expect(said).not.toContain(token_hash)
    expect(said).not.toContain(secret)
    expect((await answerOf(app, fetchOwnData, {}, grace)).playlists).toEqual([])
    expect((await call(app, fetchOwnData, {})).statusCode).toBe(401)
  })

  it('can be exported ten times an hour (fetchOwnData)', async () => {
    const { open, ada } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 0.1 } })
    expect((await call(app, fetchOwnData, {}, ada)).statusCode).toBe(200)
    expect((await call(app, fetchOwnData, {}, ada)).statusCode).toBe(429)
  })

  it('is deleted with the account, which decrements follower counts (PROP-53, API-08, ROLE-04)', async () => {
    const { open, app, ada, artist, rowsOf, followers } = await start()
    for (const table of OF_USERS) expect([table, (await rowsOf(table)) > 0]).toEqual([table, true])
    expect(await followers()).toBe(2)
    const statuses = await Promise.all(
      [1, 2].map(async () => (await call(app, deleteUser, {}, ada)).statusCode),
    )
    expect(statuses.toSorted()).toEqual([200, 401])
    expect(await followers()).toBe(1)
    for (const table of OF_USERS) expect([table, await rowsOf(table)]).toEqual([table, 0])
    for (const table of [
      'playlist_tracks',
      'deleted_playlist_tracks',
      'counted_plays',
      'listen_clients',
    ] as const)
      expect(await open.db.selectFrom(table).selectAll().execute()).toEqual([])
    const following = await call(app, addFollowingArtist, { artistId: artist }, ada)
    expect(following.statusCode).toBe(401)
  })

  it('leaves correct follower counts if the listener follows during the deletion (PROP-53)', async () => {
    const { open, app, ada, artist, followers } = await start()
    await Promise.all([
      call(app, addFollowingArtist, { artistId: artist }, ada),
      call(app, deleteUser, {}, ada),
      call(app, addFollowingArtist, { artistId: artist }, ada),
    ])
    expect(await followers()).toBe(1)
    expect(await open.db.selectFrom('follows').selectAll().execute()).toHaveLength(1)
  })
})

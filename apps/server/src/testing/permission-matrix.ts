import { deleteCookie } from '@refrain/contract/account/cookies'
import { fetchOwnUser, updateUserProfilePath } from '@refrain/contract/account/own-account'
import { login } from '@refrain/contract/account/sign-in'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { createPlaylist, updatePlaylist } from '@refrain/contract/library/playlists'
import { minuteLimits } from '@refrain/contract/limits'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { updateDeviceToken } from '@refrain/contract/notifications/devices'
import { updateMailPermission, updatePushPermission } from '@refrain/contract/notifications/permissions'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { setAdministrator } from '../account/administrator-store.ts'
import { markAddressVerified } from '../account/email/address-store.ts'
import { createServiceKey } from '../account/service-keys/service-keys.ts'
import { hashToken } from '../account/sessions/token.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { sendPicture } from './multipart.ts'
import { seed } from './seed.ts'
import { ADA, ALAN, GRACE, signUp } from './sign-up.ts'
import { answerOf, call } from './start-app.ts'

/** Texts that only Ada may read: her address and a title. */
export const SECRETS = [ADA.email, 'Secret of Ada']

/** A catalogue, two listeners with data of their own, and every kind of caller. */
export async function createScenario(app: FastifyInstance, db: Database) {
  const put = seed(db)
  const artistId = await put.artist('Nina')
  const albumId = await put.album('First', artistId)
  const trackIds = [
    await put.track('One', albumId, [artistId]),
    await put.track('Two', albumId, [artistId]),
    await put.track('Three', albumId, [artistId]),
  ] as const
  const genreId = await put.genre('Jazz', trackIds)
  const collectionPlaylistId = await put.collectionPlaylist('Of the collection', trackIds)
  const ada = await signUp(app)
  const grace = await signUp(app, GRACE)
  const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
  const { _id: playlistId } = await answerOf(app, createPlaylist, {}, ada)
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  const [kept, spare] = [
    (await sendPicture(app, uploadUserPicture, picture, ada)).json().filePath,
    (await sendPicture(app, uploadUserPicture, picture, ada)).json().filePath,
  ]
  const tracksArray = [trackIds[0], trackIds[1]]
  await answerOf(app, updateUserProfilePath, { profile_path: kept }, ada)
  await answerOf(app, addTracksToPlaylist, { playlistId, tracksArray }, ada)
  await answerOf(app, updatePlaylist, { playlistId, title: 'Secret of Ada', profile_path: '' }, ada)
  await answerOf(app, addFollowingArtist, { artistId }, ada)
  await write(db, tx => markAddressVerified(tx, userId, 1))
  await answerOf(app, updatePushPermission, { userId, permission: true, type: 'fromArtists' }, ada)
  await answerOf(app, updateMailPermission, { userId, permission: true, type: 'aboutArtistsAndMusic' }, ada)
  await answerOf(app, updateDeviceToken, { userId, token: 'a-device-of-Firebase:hers' }, ada)
  await answerOf(app, appendLikedSongs, { trackId: trackIds[2] }, ada)
  const administrator = await signUp(app, ALAN)
  const { _id: administratorId } = await answerOf(app, fetchOwnUser, {}, administrator)
  await write(db, tx => setAdministrator(tx, administratorId, true))
  return {
    ...{
      artistId,
      albumId,
      trackIds,
      genreId,
      userId,
      playlistId,
      administratorId,
      picture,
      spare,
      collectionPlaylistId,
    },
    earlier: await signInEarlier(app, db),
    callers: {
      guest: {},
      revoked: await leave(app),
      service: { 'service-key': await createServiceKey(db, 'of a test', 'administer') },
      'cookie from another site': { cookie: `token=${ada['auth-token']}`, 'sec-fetch-site': 'cross-site' },
      other: grace,
      administrator,
      cookie: { cookie: `token=${ada['auth-token']}` },
      owner: ada,
    },
  }
}
export type Scenario = Awaited<ReturnType<typeof createScenario>>
export type CallerName = keyof Scenario['callers']

/** An ended session of Ada's. */
async function leave(app: FastifyInstance): Promise<Record<string, string>> {
  const { authtoken } = await answerOf(app, login, { email: ADA.email, password: ADA.password })
  await call(app, deleteCookie, { name: 'token' }, { cookie: `token=${authtoken}` })
  return { 'auth-token': authtoken }
}

/** A session of Ada's that began too long ago for sensitive changes. */
async function signInEarlier(app: FastifyInstance, db: Database): Promise<Record<string, string>> {
  const { authtoken } = await answerOf(app, login, { email: ADA.email, password: ADA.password })
  await db
    .updateTable('sessions')
    .set({ created_at: Date.now() - (minuteLimits.recentSignIn + 1) * 60_000 })
    .where('token_hash', '=', hashToken(authtoken))
    .execute()
  return { 'auth-token': authtoken }
}

/** Everything that belongs to Ada, for comparison. */
export async function readOwnedData(db: Database, userId: string): Promise<unknown> {
  const users = db.selectFrom('users').selectAll().where('id', '=', userId)
  const lists = db.selectFrom('playlists').selectAll().where('user_id', '=', userId).orderBy('id')
  const listed = db.selectFrom('playlist_tracks').selectAll().orderBy('playlist_id').orderBy('track_id')
  const ids = db.selectFrom('playlists').select('id').where('user_id', '=', userId)
  const tables = [
    'follows',
    'kept_albums',
    'track_ratings',
    'album_ratings',
    'artist_ratings',
    'listen_users',
    'now_playing',
    'play_queues',
    'bookmarks',
    'uploads',
    'interested_artists',
    'interested_genres',
    'played_tracks',
    'counted_tracks',
    'counted_albums',
    'creation_keys',
    'deleted_playlists',
    'notice_permissions',
    'devices',
    'sessions',
    'app_keys',
    'passkeys',
    'totp_secrets',
  ] as const
  const rest = await Promise.all(
    tables.map(table => db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()),
  )
  return [
    await users.execute(),
    await lists.execute(),
    await listed.where('playlist_id', 'in', ids).execute(),
    await db
      .selectFrom('counted_plays')
      .selectAll()
      .where('listener', 'in', db.selectFrom('listen_users').select('number').where('user_id', '=', userId))
      .execute(),
    rest.map(rows => rows.map(row => JSON.stringify(row)).toSorted()),
  ]
}

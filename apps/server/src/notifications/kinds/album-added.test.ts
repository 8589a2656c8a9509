import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import type { PushMessage } from '@refrain/contract/notifications/messages'
import { expect, it } from 'vitest'
import { hashToken } from '../../account/sessions/token.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { saveDevice } from '../devices/device-store.ts'
import { deleteExpiredDeliveries } from '../outbox/claim-store.ts'
import { type FanOutOptions, fanOut } from '../outbox/fan-out.ts'
import { sendDue } from '../outbox/send-due.ts'
import { createPushChannel } from '../push/push-channel.ts'
import type { PushOutcome } from '../push/push-transport.ts'
import { setPermission } from '../settings/permission-store.ts'
import { recordAlbumAdded } from './album-added.ts'
import { QUIET_PERIOD_MS } from './new-album-store.ts'
import { eventKinds } from './notification-kinds.ts'

const HOUR = 3_600_000
const ADDED = Date.now() + HOUR
const LATER = ADDED + QUIET_PERIOD_MS
const optionsAt = (now: number) => ({ digestDelayMs: 60_000, now, earliest: now })
const OPTIONS = optionsAt(LATER)

const announce = (db: Database, options: FanOutOptions) => fanOut(db, eventKinds, options)

/** Two members who follow an artist, each with two devices. */
async function setUp(openDatabase: OpenTestDatabase) {
  const open = await openDatabase()
  const { db } = open
  const put = seed(db)
  const artistId = await put.artist('Nina')
  const albumId = await put.album('New', artistId)
  const app = await startApp(open)
  const follow = async (listener: typeof ADA) => {
    const headers = await signUp(app, listener)
    const { _id: userId } = await answerOf(app, fetchOwnUser, {}, headers)
    await answerOf(app, addFollowingArtist, { artistId }, headers)
    for (const n of [1, 2]) {
      const owner = { userId, session: hashToken(headers['auth-token']) }
      await write(db, tx => saveDevice(tx, `token-${n}-of-${listener.name.replaceAll(' ', '-')}`, owner, n))
    }
    return userId
  }
  const ada = await follow(ADA)
  const grace = await follow(GRACE)
  const allow = (userId: string, type: 'fromArtists' | 'aboutArtistsAndMusic', allowed = true) =>
    write(db, tx => setPermission(tx, userId, type, allowed))
  const addAlbum = (id = albumId, at = ADDED) => write(db, tx => recordAlbumAdded(tx, id, at))
  return { db, put, artistId, albumId, ada, grace, allow, addAlbum }
}

const waiting = (db: Database) =>
  db
    .selectFrom('deliveries')
    .select(['channel', 'recipient', 'not_before'])
    .where('kind', '=', 'album-added')
    .execute()

/** Sends what is due. @returns what went to which device, by its token */
async function push(
  db: Database,
  outcome: (token: string) => PushOutcome = () => 'sent',
  now = LATER + HOUR,
) {
  const seen: { token: string; message: PushMessage }[] = []
  const channel = createPushChannel(db, {
    async send(token, message) {
      seen.push({ token, message })
      return outcome(token)
    },
  })
  while ((await sendDue(db, channel, now)) > 0);
  return seen
}

onBothDatabases('a new album', open => {
  it('notifies the followers who allow it on each of their devices (NOT-04, NOT-06)', async () => {
    const { db, albumId, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    await announce(db, OPTIONS)
    const seen = await push(db)
    expect(seen.map(({ token }) => token).toSorted()).toEqual([
      'token-1-of-Ada-Lovelace',
      'token-2-of-Ada-Lovelace',
    ])
    expect(seen[0]?.message).toEqual({
      title: 'Nina',
      body: 'New album: New',
      url: `/albums/${albumId}`,
      tag: `album-${albumId}`,
    })
  })

  it('is collected for the digest of followers who allow email (NOT-05)', async () => {
    const { db, grace, allow, addAlbum } = await setUp(open)
    await allow(grace, 'aboutArtistsAndMusic')
    await addAlbum()
    await announce(db, OPTIONS)
    expect(await waiting(db)).toEqual([{ channel: 'digest', recipient: grace, not_before: LATER + 60_000 }])
  })

  it('notifies nobody who has not switched it on (PROP-30)', async () => {
    const { db, addAlbum } = await setUp(open)
    await addAlbum()
    await announce(db, OPTIONS)
    expect(await waiting(db)).toEqual([])
  })

  it('skips members who followed the artist later', async () => {
    const { db, albumId, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum(albumId, Date.now() - HOUR)
    await announce(db, OPTIONS)
    expect(await waiting(db)).toEqual([])
  })

  it('notifies once, even if fan-out repeats or runs in several processes', async () => {
    const { db, ada, grace, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await allow(grace, 'fromArtists')
    await addAlbum()
    await Promise.all([announce(db, OPTIONS), announce(db, OPTIONS)])
    const first = await push(db)
    // As where the process died before it wrote down that everybody is looked up.
    await db.updateTable('events').set({ fanned_out_at: null }).execute()
    await announce(db, OPTIONS)
    expect(first).toHaveLength(4)
    expect(await push(db)).toEqual([])
  })

  it('skips members who have switched it off meanwhile', async () => {
    const { db, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    await announce(db, OPTIONS)
    await allow(ada, 'fromArtists', false)
    expect(await push(db)).toEqual([])
    expect(await waiting(db)).toEqual([])
  })

  it("is announced with the artist's other new albums in one notification that links to the artist", async () => {
    const { db, put, artistId, albumId, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await allow(ada, 'aboutArtistsAndMusic')
    const other = await put.album('Of another', await put.artist('Bill'))
    const more = [await put.album('Newer', artistId), await put.album('Newest', artistId)]
    await addAlbum(albumId, ADDED - 15_000)
    for (const id of [other, ...more]) await addAlbum(id)
    // The import is not at its end yet.
    await announce(db, optionsAt(LATER - 1))
    expect(await waiting(db)).toEqual([])
    await Promise.all([announce(db, OPTIONS), announce(db, OPTIONS)])
    const seen = await push(db)
    expect(seen).toHaveLength(2)
    expect(seen[0]?.message).toEqual({
      title: 'Nina',
      body: '3 new albums',
      url: `/artists/${artistId}`,
      tag: expect.stringMatching(/^albums-/),
    })
    expect((await waiting(db)).filter(row => row.channel === 'digest')).toHaveLength(3)
    // Later albums get a notification of their own that replaces nothing.
    const later = [await put.album('Sixth', artistId), await put.album('Seventh', artistId)]
    for (const id of later) await addAlbum(id, LATER)
    await announce(db, optionsAt(LATER + QUIET_PERIOD_MS))
    const next = await push(db)
    expect(next.map(({ message }) => message.body)).toEqual(Array(2).fill('2 new albums'))
    expect(next[0]?.message.tag).not.toBe(seen[0]?.message.tag)
    await addAlbum(await put.album('Last', artistId), LATER + QUIET_PERIOD_MS)
    await announce(db, optionsAt(LATER + 2 * QUIET_PERIOD_MS))
    expect((await push(db)).map(({ message }) => message.body)).toEqual(Array(2).fill('New album: Last'))
  })

  it('is announced after ten minutes while more albums keep coming', async () => {
    const { db, put, artistId, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    for (let n = 1; n <= 40; n++) await addAlbum(await put.album(`Album ${n}`, artistId), ADDED + n * 15_000)
    expect(await announce(db, optionsAt(ADDED + 599_999))).toBe(0)
    await announce(db, optionsAt(ADDED + 600_000))
    expect((await push(db)).map(({ message }) => message.body)).toEqual(Array(2).fill('41 new albums'))
  })

  it('is dropped when it could not be announced for two days', async () => {
    const { db, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    await announce(db, optionsAt(ADDED + 48 * HOUR))
    expect(await waiting(db)).toEqual([])
  })

  it('is announced after the clock was set back by more than two days', async () => {
    const { db, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    await announce(db, { ...optionsAt(LATER), now: LATER + 72 * HOUR })
    expect(await waiting(db)).toHaveLength(2)
  })

  it('is not announced if it is gone by then', async () => {
    const { db, albumId, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    await db.deleteFrom('albums').where('id', '=', albumId).execute()
    await announce(db, OPTIONS)
    expect(await waiting(db)).toEqual([])
    expect(await announce(db, OPTIONS)).toBe(0)
  })

  it('notifies more followers than fit on one page', async () => {
    const { db, artistId, addAlbum } = await setUp(open)
    const ids = Array.from({ length: 205 }, (_, n) => `listener-${n}`)
    for (const id of ids) {
      const user = { id, name: id, email: `${id}@example.org`, folded_email: `${id}@example.org` }
      const rest = { password_hash: null, profile_path: '', google_sub: null, created_at: 1 }
      await db
        .insertInto('users')
        .values({ ...user, ...rest })
        .execute()
      await db.insertInto('follows').values({ user_id: id, artist_id: artistId, followed_at: 1 }).execute()
      await write(db, tx => setPermission(tx, id, 'aboutArtistsAndMusic', true))
    }
    await addAlbum()
    await announce(db, OPTIONS)
    expect((await waiting(db)).map(row => row.recipient).toSorted()).toEqual(ids.toSorted())
  })

  it('is not retried when the push service refuses it; the device stays', async () => {
    const { db, allow, ada, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    await announce(db, OPTIONS)
    expect(await push(db, () => 'refused')).toHaveLength(2)
    expect(await waiting(db)).toEqual([])
    expect(await db.selectFrom('devices').select('id').where('user_id', '=', ada).execute()).toHaveLength(2)
  })

  it('is not announced again after its deliveries were dropped and it was added again (NOT-04, NOT-05)', async () => {
    const { db, albumId, allow, ada, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await allow(ada, 'aboutArtistsAndMusic')
    await addAlbum()
    await announce(db, OPTIONS)
    await push(db, () => 'refused')
    await write(db, tx => deleteExpiredDeliveries(tx, LATER + 48 * HOUR))
    expect(await waiting(db)).toEqual([])
    await addAlbum(albumId, LATER + 48 * HOUR)
    await announce(db, optionsAt(LATER + 49 * HOUR))
    expect(await waiting(db)).toEqual([])
  })

  it('deletes a device that is gone and retries one that fails for now (NOT-02)', async () => {
    const { db, ada, allow, addAlbum } = await setUp(open)
    await allow(ada, 'fromArtists')
    await addAlbum()
    await announce(db, OPTIONS)
    await push(db, token => (token.startsWith('token-1') ? 'gone' : 'later'))
    const devices = await db.selectFrom('devices').select('token').where('user_id', '=', ada).execute()
    expect(devices).toEqual([{ token: 'token-2-of-Ada-Lovelace' }])
    expect(await waiting(db)).toMatchObject([{ channel: 'push', not_before: expect.any(Number) }])
    expect((await waiting(db))[0]?.not_before).toBeGreaterThan(LATER)
  })
})

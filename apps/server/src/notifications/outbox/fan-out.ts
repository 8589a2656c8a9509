import { inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { noticeOfAlbums } from '../kinds/album-added.ts'
import { type Follower, readFollowers } from '../kinds/follower-store.ts'
import { type NewAlbum, readNewAlbums } from '../kinds/new-album-store.ts'
import { enqueueAll, type NewDelivery } from './delivery-store.ts'
import { assignBatch, markFannedOut, readNextBatch, readReadyEvents } from './event-store.ts'

const FOLLOWERS_AT_ONCE = 100
/** What nobody could be told for so long is not news any more. */
const STALE_MS = 172_800_000

export const ALBUM_ADDED = 'album-added'

export interface FanOutOptions {
  /** How long mail about new albums is gathered before it is sent. */
  readonly gatherMs: number
  readonly now: number
  /** Judges which events are stale; before `now` when the clock was set back. */
  readonly earliest: number
}

/** An album and when word of it was left. */
interface Told extends NewAlbum {
  readonly addedAt: number
}

/**
 * Makes of what happened what is sent to each listener who is to be told: of an artist's albums that came one after
 * the other one notification. Broken off anywhere, or done by several processes at once, it leaves the same: what is
 * told together is settled first, and the key of a delivery is of that and the recipient.
 * @returns how much was told
 */
export async function fanOut(db: Database, options: FanOutOptions): Promise<number> {
  for (let done = 0; ; done++) {
    const gathered = await readReadyEvents(db, options.now)
    if (gathered.length > 0) await write(db, tx => assignBatch(tx, gathered))
    const waiting = await readNextBatch(db)
    if (!waiting) return done
    const { batch, events } = waiting
    const fresh = events.filter(event => event.created_at > options.earliest - STALE_MS)
    const addedAt = new Map(fresh.map(event => [event.subject_id, event.created_at]))
    const albums = await readNewAlbums(db, [...addedAt.keys()])
    const told = albums.map(album => ({ ...album, addedAt: addedAt.get(album.id) as number }))
    for (const ofArtist of Map.groupBy(told, album => album.artistId).values()) {
      await tellOfAlbums(db, batch, ofArtist as [Told, ...Told[]], options)
    }
    await write(db, tx => markFannedOut(tx, batch, options.now))
  }
}

/** @param albums of one artist */
async function tellOfAlbums(
  db: Database,
  batch: string,
  albums: readonly [Told, ...Told[]],
  options: FanOutOptions,
): Promise<void> {
  const at = Math.max(...albums.map(album => album.addedAt))
  for (let after = ''; ; ) {
    const followers = await readFollowers(db, albums[0].artistId, { at, after, most: FOLLOWERS_AT_ONCE })
    const deliveries = followers.flatMap(follower => deliveriesTo(follower, batch, albums, options))
    for (const chunk of inChunks(deliveries)) await write(db, tx => enqueueAll(tx, chunk, options.now))
    const last = followers.at(-1)
    if (followers.length < FOLLOWERS_AT_ONCE || !last) return
    after = last.userId
  }
}

/** One notification on each device, and of each album what a mail is gathered of. */
function deliveriesTo(
  { userId, followedAt, allowsEmail, deviceIds }: Follower,
  batch: string,
  albums: readonly Told[],
  { gatherMs, now }: FanOutOptions,
): NewDelivery[] {
  const [first, ...others] = albums.filter(album => album.addedAt >= followedAt)
  if (!first) return []
  const common = { kind: ALBUM_ADDED, needsPermission: true }
  const body = noticeOfAlbums([first, ...others], batch)
  const pushes = deviceIds.map(device => ({
    ...{ ...common, channel: 'push' as const, recipient: device, body },
    dedupeKey: `${ALBUM_ADDED}:${batch}:${first.artistId}:push:${device}`,
  }))
  if (!allowsEmail) return pushes
  const mails = [first, ...others].map(({ id }) => ({
    ...{ ...common, channel: 'digest' as const, recipient: userId, body: { albumId: id } },
    ...{ dedupeKey: `${ALBUM_ADDED}:${id}:mail:${userId}`, notBefore: now + gatherMs },
  }))
  return [...pushes, ...mails]
}

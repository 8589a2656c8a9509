import { LONGEST_NOTICE, type Notice } from '@refrain/contract/notifications'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { type AlbumNews, readAlbumNews } from './album-news-store.ts'
import { enqueueAll, type NewDelivery } from './delivery-store.ts'
import { markFannedOut, readWaitingEvent, type WaitingEvent } from './event-store.ts'
import { type Follower, readFollowers } from './follower-store.ts'
import { shorten } from './shorten.ts'

const FOLLOWERS_AT_ONCE = 100

export const ALBUM_ADDED = 'album-added'

export interface FanOutOptions {
  /** How long mail about new albums is gathered before it is sent. */
  readonly gatherMs: number
  readonly now: number
}

/**
 * Makes of each event what is sent to each listener who is to be told. Broken off anywhere, or done by several
 * processes at once, it leaves the same: the key of a delivery is of its event and recipient.
 * @returns how many events were new
 */
export async function fanOut(db: Database, options: FanOutOptions): Promise<number> {
  for (let done = 0; ; done++) {
    const event = await readWaitingEvent(db)
    if (!event) return done
    await tellOfAlbum(db, event, options)
    await write(db, tx => markFannedOut(tx, event.id, options.now))
  }
}

async function tellOfAlbum(db: Database, event: WaitingEvent, options: FanOutOptions): Promise<void> {
  const [album] = await readAlbumNews(db, [event.subject_id])
  if (!album) return
  const at = event.created_at
  for (let after = ''; ; ) {
    const followers = await readFollowers(db, album.artistId, { at, after, most: FOLLOWERS_AT_ONCE })
    const deliveries = followers.flatMap(follower => deliveriesTo(follower, album, options))
    if (deliveries.length > 0) await write(db, tx => enqueueAll(tx, deliveries, options.now))
    const last = followers.at(-1)
    if (followers.length < FOLLOWERS_AT_ONCE || !last) return
    after = last.userId
  }
}

function deliveriesTo(
  { userId, mail, devices }: Follower,
  album: AlbumNews,
  { gatherMs, now }: FanOutOptions,
): NewDelivery[] {
  const kind = ALBUM_ADDED
  const key = `${kind}:${album.id}`
  const pushes = devices.map(device => ({
    ...{ channel: 'push' as const, kind, recipient: device, body: noticeOf(album) },
    ...{ dedupeKey: `${key}:push:${device}`, needsPermission: true },
  }))
  if (!mail) return pushes
  return [
    ...pushes,
    {
      ...{ channel: 'digest', kind, recipient: userId, body: { albumId: album.id } },
      ...{ dedupeKey: `${key}:mail:${userId}`, needsPermission: true, notBefore: now + gatherMs },
    },
  ]
}

function noticeOf({ id, title, artist }: AlbumNews): Notice {
  return {
    title: shorten(artist, LONGEST_NOTICE.title),
    body: shorten(`New album: ${title}`, LONGEST_NOTICE.body),
    url: `/albums/${encodeURIComponent(id)}`,
    tag: `album-${id}`,
  }
}

import { textLimits } from '@refrain/contract/limits'
import { PICTURE_FOLDERS, PICTURE_PATH, previewFile } from '@refrain/contract/media/pictures'
import type { PushMessage } from '@refrain/contract/notifications/messages'
import { fillPath } from '@refrain/contract/operation'
import { emailTexts } from '@refrain/messages/en/server/emails'
import { pushTexts } from '@refrain/messages/en/server/push'
import type { Transaction } from '../../database/tables.ts'
import { button, type EmailAlbum, type EmailContent, text } from '../email/email-content.ts'
import { newsFooter } from '../email/footers.ts'
import { greeting } from '../email/greeting.ts'
import { renderEmail } from '../email/render-email.ts'
import { recordEvent } from '../outbox/event-store.ts'
import { truncate, truncateSubject } from '../truncate.ts'
import { type Follower, readFollowers } from './follower-store.ts'
import {
  type NewAlbum,
  readFollowedNewAlbums,
  readNewAlbums,
  readReadyAlbumEvents,
} from './new-album-store.ts'
import type { EmailContext, EventKind } from './notification-kind.ts'

const NAME = 'album-added'
const MAX_ALBUMS_PER_EMAIL = 20

type AddedAlbum = NewAlbum & { readonly addedAt: number }
type AddedAlbums = readonly [AddedAlbum, ...AddedAlbum[]]

/** Records that an album was added, in the transaction that adds it. An album that comes back is not announced again. */
export function recordAlbumAdded(tx: Transaction, albumId: string, now: number): Promise<void> {
  return recordEvent(tx, NAME, albumId, now)
}

/** New albums of an artist, for those who follow the artist: one push message for all, one digest email a day. */
export const albumAdded: EventKind<AddedAlbums, Follower> = {
  name: NAME,

  readReadyEvents: (db, now) => readReadyAlbumEvents(db, NAME, now),

  async readAnnouncements(db, events) {
    const addedAt = new Map(events.map(event => [event.subject_id, event.created_at]))
    const albums = await readNewAlbums(db, [...addedAt.keys()])
    const added = albums.map(album => ({ ...album, addedAt: addedAt.get(album.id) as number }))
    return [...Map.groupBy(added, album => album.artistId).values()] as unknown as AddedAlbums[]
  },

  readAudience(db, albums, page) {
    const newest = Math.max(...albums.map(album => album.addedAt))
    return readFollowers(db, albums[0].artistId, { ...page, followedBefore: newest })
  },

  createDeliveries({ userId, followedAt, allowsEmail, deviceIds }, albums, { batch, digestDelayMs, now }) {
    const [first, ...others] = albums.filter(album => album.addedAt >= followedAt)
    if (!first) return []
    const common = { kind: NAME, needsPermission: true }
    const message = composePush([first, ...others], batch)
    const pushes = deviceIds.map(recipient => ({
      ...common,
      channel: 'push' as const,
      recipient,
      body: message,
      dedupeKey: `${NAME}:${batch}:${first.artistId}:push:${recipient}`,
    }))
    if (!allowsEmail) return pushes
    const emails = [first, ...others].map(({ id }) => ({
      ...common,
      channel: 'digest' as const,
      recipient: userId,
      body: { albumId: id },
      dedupeKey: `${NAME}:${id}:mail:${userId}`,
      notBefore: now + digestDelayMs,
    }))
    return [...pushes, ...emails]
  },

  async composeEmail(deliveries, context) {
    const ids = deliveries.map(delivery => (delivery.body as { albumId: string }).albumId)
    // Only artists whom the recipient still follows.
    const albums = await readFollowedNewAlbums(context.db, ids, context.recipient.userId)
    if (albums.length === 0) return undefined
    return renderEmail(
      context.serviceName,
      composeDigest(
        albums.map(album => toEmailAlbum(album, context)),
        context,
      ),
    )
  },
}

/** @param batch keeps a later message about the same artist from replacing this one on the device */
function composePush(albums: readonly [NewAlbum, ...NewAlbum[]], batch: string): PushMessage {
  const [{ id, title, artistId, artist }] = albums
  const sender = truncate(artist, textLimits.pushTitle.max)
  if (albums.length > 1) {
    const url = `/artists/${encodeURIComponent(artistId)}`
    return {
      title: sender,
      body: pushTexts.newAlbums({ count: albums.length }),
      url,
      tag: `albums-${batch}-${artistId}`,
    }
  }
  return {
    title: sender,
    body: truncate(pushTexts.newAlbum({ title }), textLimits.pushBody.max),
    url: `/albums/${encodeURIComponent(id)}`,
    tag: `album-${id}`,
  }
}

/** @param albums at least one */
function composeDigest(albums: readonly EmailAlbum[], { recipient, links }: EmailContext): EmailContent {
  const isSingle = albums.length === 1
  const hidden = albums.length - MAX_ALBUMS_PER_EMAIL
  return {
    subject: truncateSubject(composeSubject(albums)),
    title: isSingle ? emailTexts.newAlbum : emailTexts.newAlbums({ count: albums.length }),
    blocks: [
      text(greeting(recipient.name)),
      text(isSingle ? emailTexts.newAlbumText : emailTexts.newAlbumsText),
      ...albums.slice(0, MAX_ALBUMS_PER_EMAIL),
      ...(hidden > 0 ? [text(emailTexts.andMore({ count: hidden }))] : []),
      button(emailTexts.listen, isSingle ? (albums[0] as EmailAlbum).url : links.home),
    ],
    footer: newsFooter(links),
  }
}

function composeSubject(albums: readonly EmailAlbum[]): string {
  const [first] = albums as readonly [EmailAlbum]
  if (albums.length === 1) return emailTexts.newAlbumBy(first)
  const artists = [...new Set(albums.map(album => album.artist))]
  if (artists.length === 1) return emailTexts.newAlbumsByOne({ count: albums.length, artist: first.artist })
  const [artist = '', other = ''] = artists
  if (artists.length === 2) return emailTexts.newAlbumsByTwo({ artist, other })
  return emailTexts.newAlbumsByMany({ artist, count: artists.length - 1 })
}

function toEmailAlbum(
  { id, title, artist, picturePath }: NewAlbum,
  { origin, showsPictures }: EmailContext,
): EmailAlbum {
  const file = showsPictures ? picturePath && previewFile(picturePath) : ''
  return {
    kind: 'album',
    title,
    artist,
    url: `${origin}/albums/${encodeURIComponent(id)}`,
    cover: file && origin + fillPath(PICTURE_PATH, { folder: PICTURE_FOLDERS.album, ownerId: id, file }),
  }
}

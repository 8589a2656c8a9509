import { LONGEST_NOTICE, type Notice } from '@refrain/contract/notifications'
import { truncate } from '../truncate.ts'
import type { NewAlbum } from './new-album-store.ts'

/**
 * What a device shows of new albums of one artist: the album, or how many there are.
 * @param batch of what is told together: what is told of the artist later is shown beside it
 */
export function noticeOfAlbums(albums: readonly [NewAlbum, ...NewAlbum[]], batch: string): Notice {
  const [{ id, title, artistId, artist }] = albums
  const from = truncate(artist, LONGEST_NOTICE.title)
  if (albums.length > 1) {
    const url = `/artists/${encodeURIComponent(artistId)}`
    return { title: from, body: `${albums.length} new albums`, url, tag: `albums-${batch}-${artistId}` }
  }
  return {
    title: from,
    body: truncate(`New album: ${title}`, LONGEST_NOTICE.body),
    url: `/albums/${encodeURIComponent(id)}`,
    tag: `album-${id}`,
  }
}

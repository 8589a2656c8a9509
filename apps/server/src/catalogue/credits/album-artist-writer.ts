import type { Transaction } from '../../database/tables.ts'

interface AlbumArtist {
  readonly id: string
  /** As the album's tags have it, '' if they do not. */
  readonly sortName: string
}

/**
 * Replaces the artists of an album after the first, where they differ.
 * @returns those who are no longer among them
 */
export async function updateAlbumArtists(
  tx: Transaction,
  albumId: string,
  artists: readonly AlbumArtist[],
): Promise<string[]> {
  const stored = await tx
    .selectFrom('album_artists')
    .selectAll()
    .where('album_id', '=', albumId)
    .orderBy('position')
    .execute()
  const wanted = artists.map(({ id, sortName }, n) => ({
    album_id: albumId,
    artist_id: id,
    position: n + 1,
    sort_name: sortName,
  }))
  const isSame = ({ artist_id, sort_name }: (typeof wanted)[number], n: number) =>
    stored[n]?.artist_id === artist_id && stored[n].sort_name === sort_name
  if (stored.length === wanted.length && wanted.every(isSame)) return []
  await tx.deleteFrom('album_artists').where('album_id', '=', albumId).execute()
  if (wanted.length > 0) await tx.insertInto('album_artists').values(wanted).execute()
  const kept = new Set(artists.map(({ id }) => id))
  return stored.map(row => row.artist_id).filter(id => !kept.has(id))
}

import type { Transaction } from '../database/tables.ts'

/** Columns copied from the album whose cover is shown. */
const coverColumns = ['profile_path', 'color', 'thumbhash'] as const

/**
 * Shows an album's cover as its artist's picture if the artist has none of their own and no other album ranks higher:
 * most played, then newest.
 * @returns whether the artist changed
 */
export async function considerCover(tx: Transaction, albumId: string): Promise<boolean> {
  const candidate = await tx
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.profile_path', 'play_count', 'released_at', 'artist_id', 'cover_album'])
    .select('artists.profile_path as artist_picture')
    .where('albums.id', '=', albumId)
    .executeTakeFirst()
  if (!candidate) return false
  const hasOwnPicture = candidate.artist_picture !== '' && candidate.cover_album === ''
  if (hasOwnPicture) return false
  // The album's own cover or date may have changed.
  if (candidate.cover_album === albumId) return chooseCover(tx, candidate.artist_id)
  if (candidate.profile_path === '') return false
  const shown = await tx
    .selectFrom('albums')
    .select(['play_count', 'released_at'])
    .where('id', '=', candidate.cover_album)
    .executeTakeFirst()
  if (shown && !ranksHigher(candidate, shown)) return false
  return showCover(tx, candidate.artist_id, albumId)
}

/** Chooses another cover for artists whose picture is the cover of an album that is no longer theirs. */
export async function replaceMissingCovers(tx: Transaction, artistIds: readonly string[]): Promise<void> {
  if (artistIds.length === 0) return
  const artists = await tx
    .selectFrom('artists')
    .leftJoin('albums', join =>
      join
        .onRef('albums.id', '=', 'artists.cover_album')
        .onRef('albums.artist_id', '=', 'artists.id')
        .on('albums.profile_path', '<>', ''),
    )
    .select('artists.id')
    .where('artists.id', 'in', artistIds)
    .where('artists.cover_album', '<>', '')
    .where('albums.id', 'is', null)
    .orderBy('artists.id')
    .execute()
  for (const { id } of artists) await chooseCover(tx, id)
}

type Rank = { play_count: number; released_at: string }

const ranksHigher = (a: Rank, b: Rank) =>
  a.play_count === b.play_count ? a.released_at > b.released_at : a.play_count > b.play_count

/** Shows the artist's highest ranking cover as their picture, or none. @returns whether the artist changed */
export async function chooseCover(tx: Transaction, artistId: string): Promise<boolean> {
  const best = await tx
    .selectFrom('albums')
    .select('id')
    .where('artist_id', '=', artistId)
    .where('profile_path', '<>', '')
    .orderBy('play_count', 'desc')
    .orderBy('released_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (best) return showCover(tx, artistId, best.id)
  // The colour stays as the background of the artist's initials.
  return updatePicture(tx, artistId, { cover_album: '', profile_path: '', thumbhash: '' })
}

async function showCover(tx: Transaction, artistId: string, albumId: string): Promise<boolean> {
  const cover = await tx
    .selectFrom('albums')
    .select(coverColumns)
    .where('id', '=', albumId)
    .executeTakeFirstOrThrow()
  return updatePicture(tx, artistId, { ...cover, cover_album: albumId })
}

async function updatePicture(
  tx: Transaction,
  artistId: string,
  values: { cover_album: string; profile_path: string; thumbhash: string; color?: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('artists')
    .select([...coverColumns, 'cover_album'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  const isUnchanged = Object.entries(values).every(
    ([column, value]) => row[column as keyof typeof row] === value,
  )
  if (isUnchanged) return false
  // A picture that was uploaded since this was read stays.
  const { numUpdatedRows } = await tx
    .updateTable('artists')
    .set(values)
    .where('id', '=', artistId)
    .where('profile_path', '=', row.profile_path)
    .where('cover_album', '=', row.cover_album)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

import type { Transaction } from '../database/tables.ts'

/** Columns that an artist takes over from the album whose cover is shown. */
const look = ['profile_path', 'color', 'thumbhash'] as const

/**
 * Shows an album's cover as its artist's picture when the artist has no picture of their own and no other album comes
 * first: most played, then newest. Reads two albums, or all of the artist's when the offered one is already shown.
 * @returns whether the artist looks different now
 */
export async function considerCover(tx: Transaction, albumId: string): Promise<boolean> {
  const offered = await tx
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.profile_path', 'play_count', 'released_at', 'artist_id', 'cover_album'])
    .select('artists.profile_path as artist_picture')
    .where('albums.id', '=', albumId)
    .executeTakeFirst()
  if (!offered) return false
  const hasOwnPicture = offered.artist_picture !== '' && offered.cover_album === ''
  if (hasOwnPicture) return false
  // The album's own cover or date may have changed.
  if (offered.cover_album === albumId) return chooseCover(tx, offered.artist_id)
  if (offered.profile_path === '') return false
  const shown = await tx
    .selectFrom('albums')
    .select(['play_count', 'released_at'])
    .where('id', '=', offered.cover_album)
    .executeTakeFirst()
  if (shown && !comesBefore(offered, shown)) return false
  return showCover(tx, offered.artist_id, albumId)
}

/** Chooses again for artists whose picture is the cover of an album that is no longer theirs. */
export async function replaceMissingCovers(tx: Transaction, artistIds: readonly string[]): Promise<void> {
  if (artistIds.length === 0) return
  const lost = await tx
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
  for (const { id } of lost) await chooseCover(tx, id)
}

type Rank = { play_count: number; released_at: string }

const comesBefore = (a: Rank, b: Rank) =>
  a.play_count === b.play_count ? a.released_at > b.released_at : a.play_count > b.play_count

async function chooseCover(tx: Transaction, artistId: string): Promise<boolean> {
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
  // The colour stays: initials are shown on it.
  return setLook(tx, artistId, { cover_album: '', profile_path: '', thumbhash: '' })
}

async function showCover(tx: Transaction, artistId: string, albumId: string): Promise<boolean> {
  const cover = await tx.selectFrom('albums').select(look).where('id', '=', albumId).executeTakeFirstOrThrow()
  return setLook(tx, artistId, { ...cover, cover_album: albumId })
}

async function setLook(
  tx: Transaction,
  artistId: string,
  wanted: { cover_album: string; profile_path: string; thumbhash: string; color?: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('artists')
    .select([...look, 'cover_album'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  const same = Object.entries(wanted).every(([column, value]) => row[column as keyof typeof row] === value)
  if (same) return false
  await tx.updateTable('artists').set(wanted).where('id', '=', artistId).execute()
  return true
}

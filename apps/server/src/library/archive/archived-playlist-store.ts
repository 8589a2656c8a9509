import type { Selectable } from 'kysely'
import type { Transaction } from '../../database/tables.ts'
import type { PlaylistRow } from '../tables.ts'

/** The listener's playlist that is, or was imported from, the playlist of this id. */
export function findByOrigin(
  tx: Transaction,
  userId: string,
  origin: string,
): Promise<Selectable<PlaylistRow> | undefined> {
  return tx
    .selectFrom('playlists')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'playlist')
    .where(eb => eb.or([eb('id', '=', origin), eb('origin', '=', origin)]))
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
}

/** The listener's playlist of this title with exactly these tracks in this order. */
export async function findSame(
  tx: Transaction,
  userId: string,
  title: string,
  trackIds: readonly string[],
): Promise<Selectable<PlaylistRow> | undefined> {
  const named = await tx
    .selectFrom('playlists')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'playlist')
    .where('title', '=', title)
    .where(
      eb =>
        eb
          .selectFrom('playlist_tracks')
          .select(eb.fn.countAll<number>().as('count'))
          .whereRef('playlist_tracks.playlist_id', '=', 'playlists.id'),
      '=',
      trackIds.length,
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const row of named) {
    const tracks = await tx
      .selectFrom('playlist_tracks')
      .select('track_id')
      .where('playlist_id', '=', row.id)
      .orderBy('position')
      .orderBy('track_id')
      .orderBy('copy')
      .execute()
    if (tracks.every(({ track_id }, n) => track_id === trackIds[n])) return row
  }
  return undefined
}

import { CHUNK_SIZE } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { pendingEvents } from '../outbox/event-store.ts'

/** An artist's new albums are announced together once none was added for this long: an import adds them one by one. */
export const QUIET_PERIOD_MS = 20_000
/** New albums are announced after this long even if more keep coming. */
const MAX_WAIT_MS = 600_000

export interface NewAlbum {
  readonly id: string
  readonly title: string
  /** File name of its cover, '' if it has none. */
  readonly picturePath: string
  readonly artistId: string
  readonly artist: string
}

/** Ids of the pending events of the artist whose albums have waited longest; [] while all of them have to wait. */
export async function readReadyAlbumEvents(db: Database, kind: string, now: number): Promise<string[]> {
  const ready = await albumEvents(db, kind)
    .select('albums.artist_id')
    .groupBy('albums.artist_id')
    .having(({ fn, or, eb }) =>
      or([
        eb(fn.max('events.created_at'), '<=', now - QUIET_PERIOD_MS),
        eb(fn.min('events.created_at'), '<=', now - MAX_WAIT_MS),
      ]),
    )
    .orderBy(eb => eb.fn.min('events.created_at'))
    .limit(1)
    .executeTakeFirst()
  if (!ready) return []
  const events = await albumEvents(db, kind)
    .select('events.id')
    // null: albums that are gone.
    .where('albums.artist_id', 'is not distinct from', ready.artist_id)
    .orderBy('events.created_at')
    .orderBy('events.id')
    .limit(literal(CHUNK_SIZE))
    .execute()
  return events.map(event => event.id)
}

/** The albums with these ids that still exist, in the order in which they were added. */
export async function readNewAlbums(db: Database, ids: readonly string[]): Promise<NewAlbum[]> {
  return ids.length === 0 ? [] : newAlbums(db, ids).execute()
}

/** As `readNewAlbums`, for artists whom the user follows. */
export function readFollowedNewAlbums(
  db: Database,
  ids: readonly string[],
  userId: string,
): Promise<NewAlbum[]> {
  return newAlbums(db, ids)
    .innerJoin('follows', 'follows.artist_id', 'albums.artist_id')
    .where('follows.user_id', '=', userId)
    .execute()
}

function albumEvents(db: Database, kind: string) {
  return pendingEvents(db, kind).leftJoin('albums', 'albums.id', 'events.subject_id')
}

function newAlbums(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select([
      'albums.id',
      'albums.title',
      'albums.profile_path as picturePath',
      'artists.id as artistId',
      'artists.name as artist',
    ])
    .where('albums.id', 'in', ids)
    .orderBy('albums.created_at')
    .orderBy('albums.id')
}

import { MAX_COLLECTION_PLAYLISTS } from '@refrain/contract/library/collection-playlists'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { CollectionPlaylistRow } from '../tables.ts'

/** Entries in all playlists together: after an import, all of those without a track may be looked for again. */
const MAX_LINES = 200_000

/** Why a list is no playlist for as long as there is no room for it. */
export const NO_ROOM = 'there are too many playlists in the collection'

/** How many playlists of the collection and entries there may still be; negative if a limit was higher once. */
export interface PlaylistRoom {
  playlists: number
  lines: number
}

type Row = Pick<CollectionPlaylistRow, 'state' | 'missing' | 'removed' | 'matched'>

/** Whether a playlist takes room: what an administrator removed, and what is gone and shows nothing, takes none. */
export function takesRoom({ state, missing, removed, matched }: Row): boolean {
  return state === 'playlist' && removed === 0 && (missing === 0 || matched > 0)
}

/** Counts what `takesRoom`. */
export async function readRoom(db: Database): Promise<PlaylistRoom> {
  const taken = await db
    .selectFrom('collection_playlists')
    .select(sql<number>`cast(count(*) as integer)`.as('playlists'))
    .select(sql<number>`cast(coalesce(sum(lines), 0) as integer)`.as('lines'))
    .where(sql<boolean>`state = 'playlist'`)
    .where('removed', '=', 0)
    .where(eb => eb.or([eb('missing', '=', 0), eb('matched', '>', 0)]))
    .executeTakeFirstOrThrow()
  return { playlists: MAX_COLLECTION_PLAYLISTS - taken.playlists, lines: MAX_LINES - taken.lines }
}

/** Whether a list of so many lines fits. */
export function hasRoom(room: PlaylistRoom, lines: number): boolean {
  return room.playlists >= 1 && room.lines >= lines
}

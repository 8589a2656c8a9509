import type { PlaylistFileOfCollection } from '@refrain/contract/administration/playlist-files'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { CollectionPlaylistRow } from '../../library/tables.ts'
import type { Slice } from './collection-store.ts'

/** Number of playlist files that only repeat an album. */
export async function countRepeatedAlbums(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('collection_playlists')
    .select(sql<number>`cast(count(*) as integer)`.as('total'))
    .where(sql<boolean>`state = 'album'`)
    .executeTakeFirstOrThrow()
  return total
}

/** Playlist files by path, but for those that only repeat an album. */
export async function readPlaylistFiles(
  db: Database,
  { skip, most }: Slice,
): Promise<PlaylistFileOfCollection[]> {
  const rows = await db
    .selectFrom('collection_playlists')
    .leftJoin('users', 'users.id', 'collection_playlists.owner_id')
    .select(['collection_playlists.id', 'title', 'path', 'state', 'problem', 'missing', 'removed'])
    .select(['lines', 'matched', 'users.id as owner_id', 'users.name as owner_name'])
    .where(sql<boolean>`state <> 'album'`)
    .orderBy('path')
    .limit(most)
    .offset(skip)
    .execute()
  return rows.map(row => ({
    id: row.id,
    title: row.title,
    path: row.path,
    state: stateOf(row),
    problem: row.problem,
    lines: row.lines,
    matched: row.matched,
    owner:
      row.owner_id !== null && row.owner_name !== null ? { id: row.owner_id, name: row.owner_name } : null,
  }))
}

type State = Pick<CollectionPlaylistRow, 'state' | 'missing' | 'removed' | 'matched'>

function stateOf(row: State): PlaylistFileOfCollection['state'] {
  if (row.removed) return 'removed'
  if (row.state === 'problem') return 'problem'
  if (row.missing) return 'gone'
  return row.matched === 0 ? 'empty' : 'shown'
}

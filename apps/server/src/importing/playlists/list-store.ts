import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import type { AlbumTrack } from './repeats-album.ts'

/** Rows of one query. */
const PAGE_ROWS = 10_000

export type KnownList = Awaited<ReturnType<typeof readPage>>[number]

/** The playlist files that earlier imports found, by path. */
export async function readKnownLists(db: Database): Promise<Map<string, KnownList>> {
  const known = new Map<string, KnownList>()
  for (let page = await readPage(db, ''); page.length > 0; page = await readPage(db, page.at(-1)!.path)) {
    for (const row of page) known.set(row.path, row)
    if (page.length < PAGE_ROWS) break
  }
  return known
}

function readPage(db: Database, after: string) {
  return db
    .selectFrom('collection_playlists')
    .select([
      'id',
      'path',
      'size',
      'mtime_ms as mtimeMs',
      'state',
      'problem',
      'missing',
      'removed',
      'lines',
      'matched',
    ])
    .where('path', '>', after)
    .orderBy('path')
    .limit(literal(PAGE_ROWS))
    .execute()
}

/** The tracks of the album that a track is in, in the album's order. */
export function readAlbumOf(db: Database, trackId: string, most: number): Promise<AlbumTrack[]> {
  return db
    .selectFrom('tracks')
    .select(['id', 'disc'])
    .where('album_id', '=', eb => eb.selectFrom('tracks').select('album_id').where('id', '=', trackId))
    .orderBy('disc')
    .orderBy('number')
    .orderBy('file_order')
    .orderBy('sort_title')
    .orderBy('id')
    .limit(literal(most))
    .execute()
}

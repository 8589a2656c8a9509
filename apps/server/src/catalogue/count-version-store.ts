import { createHash } from 'node:crypto'
import type { Database } from '../database/tables.ts'

/** Changes with every play of a track. */
export function readTrackCountVersion(db: Database): Promise<string> {
  return sumPlays(db, 'tracks')
}

/** Changes with every play of an album. */
export function readAlbumCountVersion(db: Database): Promise<string> {
  return sumPlays(db, 'albums')
}

/** Changes with every follow, and with every play of an album, whose cover may become the artist's. */
export async function readArtistCountVersion(db: Database): Promise<string> {
  const followed = await db
    .selectFrom('artists')
    .select(['id', 'followers'])
    .where('followers', '>', 0)
    .orderBy('followers', 'desc')
    .orderBy('sort_name')
    .orderBy('id')
    .execute()
  const hash = createHash('sha256')
  for (const { id, followers } of followed) hash.update(`${id} ${followers} `)
  return `${await readAlbumCountVersion(db)} ${hash.digest('base64url')}`
}

/** Plays are only ever added. */
async function sumPlays(db: Database, table: 'tracks' | 'albums'): Promise<string> {
  const { plays } = await db
    .selectFrom(table)
    .select(eb => eb.fn.sum<number | string | null>('play_count').as('plays'))
    .executeTakeFirstOrThrow()
  return String(plays ?? 0)
}

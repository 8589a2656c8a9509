import { createHash } from 'node:crypto'
import type { Database } from '../database/tables.ts'

/** Another text as soon as a track is played. */
export function readTrackCountVersion(db: Database): Promise<string> {
  return sumPlays(db, 'tracks')
}

/** Another text as soon as an album is played. */
export function readAlbumCountVersion(db: Database): Promise<string> {
  return sumPlays(db, 'albums')
}

/** Another text as soon as an artist has other followers, or an album is played that may give the artist its cover. */
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

import type { Database } from '../database/tables.ts'
import type { CountVersionRow } from './tables.ts'

/** Changes with every play of a track. */
export function readTrackCountVersion(db: Database): Promise<string> {
  return readVersion(db, 'tracks')
}

/** Changes with every play of an album. */
export function readAlbumCountVersion(db: Database): Promise<string> {
  return readVersion(db, 'albums')
}

/** Changes with every follow, and with every play of an album, whose cover may become the artist's. */
export async function readArtistCountVersion(db: Database): Promise<string> {
  return `${await readAlbumCountVersion(db)} ${await readVersion(db, 'artists')}`
}

/** Versions only ever grow, and so does their sum. */
async function readVersion(db: Database, kind: CountVersionRow['kind']): Promise<string> {
  const { version } = await db
    .selectFrom('count_versions')
    .select(eb => eb.fn.sum<number | string | null>('version').as('version'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return String(version ?? 0)
}

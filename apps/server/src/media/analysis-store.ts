import type { Database } from '../database/tables.ts'

/** A count that goes up with every analysis and every change of the catalogue. */
export async function readSoundVersion(db: Database): Promise<number> {
  const { version, sound_version } = await db
    .selectFrom('catalogue_version')
    .select(['version', 'sound_version'])
    .executeTakeFirstOrThrow()
  return version + sound_version
}

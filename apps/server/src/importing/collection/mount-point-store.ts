import type { Database } from '../../database/tables.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import type { MountPoint } from './mount-points.ts'

/** All mount points from earlier imports. */
export function readMountPoints(db: Database): Promise<MountPoint[]> {
  return db.selectFrom('collection_mounts').selectAll().execute()
}

/** Stores changed mount points. Call it before the files are written. */
export async function saveMountPoints(
  { db, write }: LeasedDatabase,
  points: readonly MountPoint[],
): Promise<void> {
  const before = new Map((await readMountPoints(db)).map(point => [point.path, point]))
  const changed = points.filter(({ path, file_system, away }) => {
    const known = before.get(path)
    return known?.file_system !== file_system || known.away !== away
  })
  if (changed.length === 0) return
  await write(tx =>
    tx
      .insertInto('collection_mounts')
      .values(changed)
      .onConflict(conflict =>
        conflict.column('path').doUpdateSet(eb => ({
          file_system: eb.ref('excluded.file_system'),
          away: eb.ref('excluded.away'),
        })),
      )
      .execute(),
  )
}

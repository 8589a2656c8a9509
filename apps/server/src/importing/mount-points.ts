import { readdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Database } from '../database/tables.ts'
import { OperatorError } from '../settings.ts'
import { deviceOf, fileSystemOf } from './device-of.ts'
import { isWithin } from './join-folders.ts'
import type { CollectionMountRow } from './tables.ts'
import type { WriteSlice } from './write-slice.ts'

/** A folder where another disk begins. */
export type MountPoint = CollectionMountRow

/** What a walk found out about the disks of a collection. */
export interface SeenMounts {
  /** Remembered mount points, those of this walk, and the ones that hold its roots. */
  readonly points: readonly MountPoint[]
  /** Why files that are missing below a mount point may only be away; by its path. */
  readonly doubts: ReadonlyMap<string, string>
}

/** All mount points known from earlier runs. */
export function readMountPoints(db: Database): Promise<MountPoint[]> {
  return db.selectFrom('collection_mounts').selectAll().execute()
}

/** The mount points among the folders of a walk, and the one that holds its root. @param devices by folder */
export async function findMountPoints(
  root: string,
  devices: ReadonlyMap<string, string>,
): Promise<MountPoint[]> {
  const device = devices.get(root)
  let holder = root
  while (dirname(holder) !== holder && (await deviceOf(dirname(holder))) === device) holder = dirname(holder)
  const below = [...devices.keys()].filter(
    path => path !== root && devices.get(dirname(path)) !== devices.get(path),
  )
  const points: MountPoint[] = []
  for (const path of [holder, ...below]) {
    const file_system = await fileSystemOf(path)
    if (file_system !== undefined) points.push({ path, file_system, away: 0 })
  }
  return points
}

/** What a walk found. */
export interface FoundMusic {
  /** All files known from earlier runs in the folders of this walk. */
  readonly known: readonly string[]
  /** Folders with music. */
  readonly folders: readonly string[]
  /** Known files that were there in the last run as well. */
  readonly present: readonly string[]
  /** Known files that were missing in the last run. */
  readonly returned: readonly string[]
}

/**
 * Compares remembered mount points with what is there now. In doubt is one that is missing, without music or on another
 * device than last time, and one that is new.
 */
export async function compareMountPoints(
  remembered: readonly MountPoint[],
  met: readonly MountPoint[],
  found: FoundMusic,
): Promise<SeenMounts> {
  const points = new Map(met.map(point => [point.path, point]))
  const doubts = new Map(met.map(({ path }) => [path, 'its disk is not known from an earlier import']))
  for (const point of remembered) {
    const { path } = point
    const isBelow = (file: string) => isWithin(path, file)
    points.set(path, point)
    doubts.delete(path)
    // A run through other folders says nothing about this disk.
    if (!found.known.some(isBelow)) continue
    const file_system = await fileSystemOf(path)
    const isEmpty = !found.folders.some(isBelow)
    const isOther = file_system !== point.file_system
    if (file_system === undefined) doubts.set(path, 'it is missing')
    else if (isEmpty) doubts.set(path, 'it is empty')
    else if (isOther) doubts.set(path, 'it is on another device than last time')
    else if (point.away && !found.returned.some(isBelow)) doubts.set(path, 'its music has not come back')
    // Its own files tell that it is the same disk under another number.
    const isSame = point.away ? found.returned.some(isBelow) : !isOther || found.present.some(isBelow)
    const isThere = file_system !== undefined && !isEmpty && isSame
    points.set(path, isThere ? { path, file_system, away: 0 } : { ...point, away: 1 })
  }
  return { points: [...points.values()], doubts }
}

/** The innermost mount point that a path lies below. */
export function mountPointOf(path: string, points: Iterable<MountPoint>): MountPoint | undefined {
  let found: MountPoint | undefined
  for (const point of points) {
    if (isWithin(point.path, path) && point.path.length > (found?.path.length ?? -1)) found = point
  }
  return found
}

/** Remembers mount points for later runs. Call it before their files are written. */
export async function rememberMountPoints(
  db: Database,
  points: readonly MountPoint[],
  write: WriteSlice,
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

/**
 * Folders that the operator says will not come back, as absolute paths.
 * @throws OperatorError for one that is there and not empty
 */
export async function checkGone(folders: readonly string[]): Promise<string[]> {
  const paths = folders.map(folder => resolve(folder))
  for (const path of paths) {
    const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new OperatorError(`The folder ${path} cannot be checked (${error.code}).`)
    })
    if (names.length > 0) throw new OperatorError(`The folder ${path} is not gone: there are files in it.`)
  }
  return paths
}

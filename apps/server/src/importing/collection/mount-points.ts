import { readdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'
import { OperatorError } from '../../settings.ts'
import type { CollectionMountRow } from '../tables.ts'
import { isWithin } from './album-folders.ts'
import { identifyFileSystem, readDevice } from './device.ts'

/** A folder at which a disk is mounted. */
export type MountPoint = CollectionMountRow

/** State of the disks of a collection. */
export interface MountState {
  /** Stored mount points and those of this walk, including the ones that contain its roots. */
  readonly points: readonly MountPoint[]
  /** By mount point: why missing files below it may only be temporarily unavailable. */
  readonly doubts: ReadonlyMap<string, string>
}

/** The mount points among the folders of a walk, and the one that contains its root. @param devices by folder */
export async function findMountPoints(
  root: string,
  devices: ReadonlyMap<string, string>,
): Promise<MountPoint[]> {
  const device = devices.get(root)
  let holder = root
  while (dirname(holder) !== holder && (await readDevice(dirname(holder))) === device)
    holder = dirname(holder)
  const below = [...devices.keys()].filter(
    path => path !== root && devices.get(dirname(path)) !== devices.get(path),
  )
  const points: MountPoint[] = []
  for (const path of [holder, ...below]) {
    const file_system = await identifyFileSystem(path)
    if (file_system !== undefined) points.push({ path, file_system, away: 0 })
  }
  return points
}

/** Files and folders of a walk. */
export interface WalkedFiles {
  /** All files from earlier imports in the folders of this walk. */
  readonly known: readonly string[]
  /** Folders with music. */
  readonly folders: readonly string[]
  /** Known files that were also present in the last import. */
  readonly present: readonly string[]
  /** Known files that were missing in the last import. */
  readonly returned: readonly string[]
}

/**
 * Compares stored mount points with the present ones. Doubtful are those that are missing, without music, on another
 * device than last time, or new.
 */
export async function compareMountPoints(
  remembered: readonly MountPoint[],
  present: readonly MountPoint[],
  found: WalkedFiles,
): Promise<MountState> {
  const points = new Map(present.map(point => [point.path, point]))
  const doubts = new Map(present.map(({ path }) => [path, 'its disk is not known from an earlier import']))
  for (const point of remembered) {
    const { path } = point
    const isBelow = (file: string) => isWithin(path, file)
    points.set(path, point)
    doubts.delete(path)
    // An import of other folders says nothing about this disk.
    if (!found.known.some(isBelow)) continue
    const file_system = await identifyFileSystem(path)
    const isEmpty = !found.folders.some(isBelow)
    const isOther = file_system !== point.file_system
    if (file_system === undefined) doubts.set(path, 'it is missing')
    else if (isEmpty) doubts.set(path, 'it is empty')
    else if (isOther) doubts.set(path, 'it is on another device than last time')
    else if (point.away && !found.returned.some(isBelow)) doubts.set(path, 'its music has not come back')
    // If its files are present, it is the same disk with another device number.
    const isSame = point.away ? found.returned.some(isBelow) : !isOther || found.present.some(isBelow)
    const isThere = file_system !== undefined && !isEmpty && isSame
    points.set(path, isThere ? { path, file_system, away: 0 } : { ...point, away: 1 })
  }
  return { points: [...points.values()], doubts }
}

/** The innermost mount point above a path. */
export function findMountPoint(path: string, points: Iterable<MountPoint>): MountPoint | undefined {
  let found: MountPoint | undefined
  for (const point of points) {
    if (isWithin(point.path, path) && point.path.length > (found?.path.length ?? -1)) found = point
  }
  return found
}

/**
 * Resolves the folders that the operator declares gone to absolute paths.
 * @throws OperatorError if one exists and is not empty
 */
export async function checkGoneFolders(folders: readonly string[]): Promise<string[]> {
  const paths = folders.map(folder => (isBucketPath(folder) ? folder.replace(/\/$/, '') : resolve(folder)))
  for (const path of paths.filter(path => !isBucketPath(path))) {
    const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new OperatorError(`The folder ${path} cannot be checked (${error.code}).`)
    })
    if (names.length > 0) throw new OperatorError(`The folder ${path} is not gone: there are files in it.`)
  }
  return paths
}

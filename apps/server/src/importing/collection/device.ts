import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'

/** Device number of a path, which differs between mounts; undefined if the path does not exist. */
export async function readDevice(path: string): Promise<string | undefined> {
  const stat = await lstatOrUndefined(path)
  return stat && String(stat.dev)
}

/**
 * Identifies the file system at a mount point; undefined if the path does not exist. Uses the birth time of the top
 * folder if the file system records it: device numbers change with restarts and are reused.
 */
export async function identifyFileSystem(mountPoint: string): Promise<string | undefined> {
  const stat = await lstatOrUndefined(mountPoint)
  if (!stat) return undefined
  return stat.birthtimeNs > 0n ? `${stat.ino} ${stat.birthtimeNs}` : String(stat.dev)
}

function lstatOrUndefined(path: string): Promise<BigIntStats | undefined> {
  return lstat(path, { bigint: true }).catch(() => undefined)
}

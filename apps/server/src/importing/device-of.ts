import type { BigIntStats } from 'node:fs'
import { lstat } from 'node:fs/promises'

/** The number of the device that a path lies on; undefined where nothing is there. Another one in each mount. */
export async function deviceOf(path: string): Promise<string | undefined> {
  const stat = await look(path)
  return stat && String(stat.dev)
}

/**
 * Tells the file system at a mount point from others; undefined where nothing is there. Device numbers change with
 * restarts and are given again, so it is the birth of its top folder where the file system knows that.
 */
export async function fileSystemOf(mountPoint: string): Promise<string | undefined> {
  const stat = await look(mountPoint)
  if (!stat) return undefined
  return stat.birthtimeNs > 0n ? `${stat.ino} ${stat.birthtimeNs}` : String(stat.dev)
}

function look(path: string): Promise<BigIntStats | undefined> {
  return lstat(path, { bigint: true }).catch(() => undefined)
}

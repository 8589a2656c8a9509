import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** @returns megabytes of all files in a folder */
export function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0) / 1e6
}

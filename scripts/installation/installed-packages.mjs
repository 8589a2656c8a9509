import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listRunPackages, readLockfile } from './run-packages.mjs'

/**
 * The packages of the lockfile that are installed in a folder, with their licences and sizes in bytes. `needed` is
 * 'run' for those that a built service is run with, 'build' for those that it is built of or by, and 'develop' for the others.
 */
export function readInstalledPackages(folder) {
  const packages = readLockfile(join(folder, 'package-lock.json'))
  const toRun = listRunPackages(folder)
  return Object.entries(packages).flatMap(([path, { version, license, dev, devOptional, link }]) => {
    if (!path.includes('node_modules/') || link) return []
    const bytes = sizeOf(join(folder, path))
    if (bytes === undefined) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const needed = toRun.includes(path) ? 'run' : dev || devOptional ? 'develop' : 'build'
    return [{ name, version, license, needed, bytes }]
  })
}

/** Bytes of all files in a package, without the packages inside it; undefined if it is not there. */
function sizeOf(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return undefined
  if (!stat.isDirectory()) return stat.size
  const names = readdirSync(path).filter(name => name !== 'node_modules')
  return names.reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

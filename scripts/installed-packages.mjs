import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The packages of the lockfile that are installed in a folder, with their licences and sizes in bytes. `needed` is
 * 'run' for those of the service, which are also needed to develop, and 'develop' for the others.
 */
export function readInstalledPackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { version, license, dev, devOptional, link }]) => {
    if (!path.includes('node_modules/') || link) return []
    const bytes = sizeOf(join(folder, path))
    if (bytes === undefined) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [{ name, version, license, needed: dev || devOptional ? 'develop' : 'run', bytes }]
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

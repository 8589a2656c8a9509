// As ../runtime.mjs: plain JavaScript that runs on the Node that started npm.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtimePackage } from '../runtime.mjs'

/** Packages that are not built into the service: these have native parts, which are files of their own. */
export const EXTERNAL_PACKAGES = ['@koromix/koffi-linux-arm64', '@koromix/koffi-linux-x64', 'sharp']

/** npm's list of what is installed. */
export const HIDDEN_LOCKFILE = 'node_modules/.package-lock.json'

/** Of the package of Node, whose headers and documents nobody reads. */
const OF_RUNTIME = ['package.json', 'LICENSE', 'bin']

/** Packages of a lockfile by their paths. */
export function readLockfile(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** What npm lists as installed. Undefined without a list, or if an interruption left half of one: then nothing counts as installed. */
export function readInstalled(folder) {
  try {
    return readLockfile(join(folder, HIDDEN_LOCKFILE))
  } catch {
    return undefined
  }
}

/**
 * Paths of the packages that a built service is run with: its runtime, the external packages and what these need, on
 * whichever platform.
 */
export function listRunPackages(folder) {
  const locked = readLockfile(join(folder, 'package-lock.json'))
  const found = new Set([runtimePackage])
  const add = (name, parent) => {
    const path = [`${parent}/node_modules/${name}`, `node_modules/${name}`].find(each => each in locked)
    if (!path || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = locked[path]
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, path)
  }
  for (const name of EXTERNAL_PACKAGES) add(name, '')
  return [...found]
}

/**
 * Whether running needs a file or folder of one of these packages.
 * @param path within the package, with slashes
 */
export function isNeededToRun(packagePath, path) {
  const names = path.split('/')
  if (packagePath === runtimePackage) return OF_RUNTIME.includes(names[0])
  // Other packages inside it, and headers for those who build against it.
  return !names.includes('node_modules') && !names.includes('include')
}

// As ../runtime.mjs: plain JavaScript that runs on the Node that started npm.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPackaged, isWritable, root } from '../runtime.mjs'
import { withLock } from './lock.mjs'
import { isNeededToRun, listRunPackages, readLockfile } from './run-packages.mjs'

/** npm's list of what is installed. */
const HIDDEN_LOCKFILE = 'node_modules/.package-lock.json'
/** Where packages wait for their removal. It is there until nothing is left to remove. */
const REMOVING = 'node_modules/.removing'
/** Besides packages: `npm start` runs on the installed Node. */
const KEPT = /^node_modules\/(\.package-lock\.json|\.bin|\.bin\/node(\.\w+)?)$/

/** After a build: removes what only builds need. A later one installs it again. */
export function discardBuildTools() {
  if (isPackaged() || !isWritable() || !hasBuildTools()) return
  try {
    withLock(root, () => {
      // Another program may have removed it meanwhile.
      if (hasBuildTools()) removeBuildTools()
    })
  } catch (error) {
    // Windows renames no folder that a program has open: the next start goes on.
    console.error(`Tools of the build could not be removed (${error.code}).`)
  }
}

/** Whether there is what only builds need. Never in an installation for development. */
export function hasBuildTools(folder = root) {
  const hidden = join(folder, HIDDEN_LOCKFILE)
  if (!existsSync(hidden) || hasDevelopmentPackages(folder)) return false
  const needed = new Set(listRunPackages(folder))
  return (
    existsSync(join(folder, REMOVING)) || Object.keys(readLockfile(hidden)).some(path => !needed.has(path))
  )
}

/** Whether packages are installed that only development and tests need. */
export function hasDevelopmentPackages(folder) {
  const hidden = join(folder, HIDDEN_LOCKFILE)
  if (!existsSync(hidden)) return false
  return Object.values(readLockfile(hidden)).some(({ dev }) => dev)
}

/**
 * Removes everything from node_modules that running does not need. It may be interrupted after any step: the list of what is
 * installed is shortened first, and each package goes as a whole, since npm takes a package for complete if its folder is there.
 */
export function removeBuildTools(folder = root) {
  const needed = listRunPackages(folder)
  mkdirSync(join(folder, REMOVING), { recursive: true })
  shortenList(folder, needed)
  let count = readdirSync(join(folder, REMOVING)).length
  for (const path of listUnneeded(folder, needed, 'node_modules'))
    renameSync(join(folder, path), join(folder, REMOVING, String(count++)))
  rmSync(join(folder, REMOVING), { recursive: true })
}

function shortenList(folder, needed) {
  const path = join(folder, HIDDEN_LOCKFILE)
  const list = JSON.parse(readFileSync(path, 'utf8'))
  const packages = Object.fromEntries(Object.entries(list.packages).filter(([each]) => needed.includes(each)))
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...list, packages }, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** Topmost files and folders under `path` that nothing needed is in. */
function listUnneeded(folder, needed, path) {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap(entry => {
    const each = `${path}/${entry.name}`
    if (each === REMOVING) return []
    if (!isNeeded(each, needed)) return [each]
    return entry.isDirectory() ? listUnneeded(folder, needed, each) : []
  })
}

function isNeeded(path, needed) {
  if (KEPT.test(path) || needed.some(each => `${each}/`.startsWith(`${path}/`))) return true
  const owner = needed.findLast(each => path.startsWith(`${each}/`))
  return owner !== undefined && isNeededToRun(owner, path.slice(owner.length + 1))
}

// As ../runtime.mjs: plain JavaScript that runs on the Node that started npm.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isPackaged, isWritable, root } from '../runtime.mjs'
import { withLock } from './lock.mjs'
import {
  HIDDEN_LOCKFILE,
  isNeededToRun,
  listRunPackages,
  readInstalled,
  readLockfile,
} from './run-packages.mjs'

/** Where packages wait for their removal. It is there until nothing is left to remove: npm leaves folders with such names alone. */
export const REMOVING = 'node_modules/.removing'
/** Besides packages: `npm start` runs on the installed Node. */
const KEPT = /^node_modules\/(\.package-lock\.json|\.bin|\.bin\/node(\.\w+)?)$/

/** After a build: removes what only builds need. A later one installs it again. */
export async function discardBuildTools() {
  if (isPackaged() || !isWritable()) return
  try {
    if (!hasBuildTools()) return
    await withLock(root, () => {
      // Another program may have removed it meanwhile.
      if (hasBuildTools()) removeBuildTools()
    })
  } catch (error) {
    console.error(`Tools of the build could not be removed: ${error.message}. The next start tries again.`)
  }
}

/** Whether there is what only builds need. Never in an installation for development. */
export function hasBuildTools(folder = root) {
  const installed = readInstalled(folder)
  if (!installed || hasDevelopmentPackages(folder)) return false
  const needed = new Set(listRunPackages(folder))
  return existsSync(join(folder, REMOVING)) || Object.keys(installed).some(path => !needed.has(path))
}

/** Whether packages are installed that only development and tests need. */
export function hasDevelopmentPackages(folder) {
  const installed = readInstalled(folder)
  if (installed) return Object.values(installed).some(({ dev }) => dev)
  // An interrupted installation leaves no list, but maybe some of them.
  const locked = Object.entries(readLockfile(join(folder, 'package-lock.json')))
  return locked.some(([path, { dev }]) => dev && existsSync(join(folder, path)))
}

/**
 * Removes everything from node_modules that running does not need. It may be interrupted after any step: the list of what is
 * installed is shortened first, and each package goes as a whole, since npm takes a package for complete if its folder is there.
 */
export function removeBuildTools(folder = root) {
  const needed = listRunPackages(folder)
  mkdirSync(join(folder, REMOVING), { recursive: true })
  shortenList(folder, needed)
  // An interrupted removal may have left anything in REMOVING.
  const own = mkdtempSync(join(folder, REMOVING, 'run-'))
  for (const [n, path] of listUnneeded(folder, needed, 'node_modules').entries())
    renameSync(join(folder, path), join(own, String(n)))
  rmSync(join(folder, REMOVING), { recursive: true })
}

function shortenList(folder, needed) {
  const path = join(folder, HIDDEN_LOCKFILE)
  const list = JSON.parse(readFileSync(path, 'utf8'))
  const packages = Object.fromEntries(Object.entries(list.packages).filter(([each]) => needed.includes(each)))
  // Flushed: a power cut must not leave half of a list.
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...list, packages }, null, 2)}\n`, { flush: true })
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

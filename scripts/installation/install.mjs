// As ../runtime.mjs: plain JavaScript that runs on the Node that started npm.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkWritable,
  findNode,
  giveUp,
  isPackaged,
  npm,
  pinnedNode,
  RUNTIME,
  root,
  run,
  runtimePackage,
} from '../runtime.mjs'
import { shareLock, withLock } from './lock.mjs'
import { hasDevelopmentPackages, REMOVING, removeBuildTools } from './remove-build-tools.mjs'
import { listRunPackages, readInstalled, readLockfile } from './run-packages.mjs'

const MINIMUM = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)

/**
 * Installs what is missing. Does nothing if every package that is needed is installed.
 * @param what 'run' for a service that is built, 'build', or 'all' to develop and test
 */
export async function installMissing(what) {
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
    giveUp(`Node ${process.versions.node} is too old: install Node ${MINIMUM.join('.')} or newer.`)
  }
  if (!isPackaged() && !isInstalled(what)) {
    checkWritable('Packages are missing')
    await withLock(root, async () => {
      // Another program may have installed it meanwhile.
      if (!isInstalled(what)) await install(what)
    })
  }
  if (!findNode())
    giveUp(`There is no Node ${RUNTIME} for this machine at the npm registry: install Node ${RUNTIME}.`)
}

async function install(what) {
  const isForDevelopment = what === 'all' || hasDevelopmentPackages(root)
  console.log(`Installing ${isForDevelopment ? 'the service and the tools for its tests' : 'the service'} …`)
  // Only the PostgreSQL of the tests needs its install script.
  const options = isForDevelopment ? [] : ['--omit=dev', '--ignore-scripts']
  await run(
    npm,
    [
      ...(isForDevelopment ? ['ci'] : prepareToRun()),
      ...options,
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    'The installation failed: is the npm registry reachable?',
    { onStart: shareLock },
  )
}

/** @returns the command of npm, which leaves what a service may be running with now if that is of the right version */
function prepareToRun() {
  if (!isInstalled('run')) return ['ci']
  try {
    // What an interrupted installation left may be incomplete.
    removeBuildTools()
    // If this one is interrupted, the next start removes what it leaves.
    mkdirSync(join(root, REMOVING))
  } catch (error) {
    giveUp(
      `What an earlier installation left could not be removed: ${error.message}. Stop programs that use it, and try again.`,
    )
  }
  return ['install', '--no-save']
}

/** Whether node_modules holds every package that is needed in the version of the lockfile, Node for this machine included. */
export function isInstalled(what, folder = root) {
  const present = readInstalled(folder)
  if (!present) return false
  const locked = readLockfile(join(folder, 'package-lock.json'))
  if (runtimePackage in locked && !existsSync(pinnedNode(folder))) return false
  const paths = what === 'run' ? listRunPackages(folder) : Object.keys(locked)
  return paths.every(path => {
    const { version, dev, optional, devOptional, link } = locked[path] ?? {}
    const isOptional = optional && path !== runtimePackage
    const isNeeded =
      path.startsWith('node_modules/') && !link && !isOptional && (what === 'all' || !(dev || devOptional))
    return !isNeeded || present[path]?.version === version
  })
}

import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readInstalledPackages } from '../../scripts/installed-packages.mjs'
import { root } from '../../scripts/runtime.mjs'

const SCRIPT = fileURLToPath(new URL('../../scripts/package.mjs', import.meta.url))

/** @returns megabytes of everything that `npm run package` writes, the runtime included */
export function measureInstallation(folder: string): number {
  execFileSync(process.execPath, [SCRIPT, folder], { stdio: 'ignore' })
  return sizeOf(folder)
}

/** @returns megabytes of the packages and builds that `npm start` leaves in the repository to run */
export function measureLeftToRun(): number {
  const packages = readInstalledPackages(root).filter(({ needed }) => needed === 'run')
  const builds = ['apps/web/dist', 'apps/server/dist'].map(path => sizeOf(join(root, path)))
  return (
    packages.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6 + builds.reduce((sum, each) => sum + each, 0)
  )
}

/** @returns megabytes of all files in a folder */
export function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0) / 1e6
}

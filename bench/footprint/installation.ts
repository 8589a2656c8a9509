import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../../scripts/package.mjs', import.meta.url))

/** @returns megabytes of everything that `npm run package` writes, the runtime included */
export function measureInstallation(folder: string): number {
  execFileSync(process.execPath, [SCRIPT, folder], { stdio: 'ignore' })
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0) / 1e6
}

import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../scripts/runtime.mjs'
import { npmStart } from './npm-start.ts'
import { sizeOf } from './size-of.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/package.mjs', import.meta.url))

/** @returns megabytes of everything that `npm run package` writes, the runtime included */
export function measureInstallation(folder: string): number {
  execFileSync(process.execPath, [SCRIPT, folder], { stdio: 'ignore' })
  return sizeOf(folder)
}

/** Starts a copy of this checkout that has nothing installed. @returns megabytes of what `npm start` leaves there to run */
export async function measureLeftToRun(folder: string): Promise<number> {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  for (const path of files) cpSync(join(root, path), join(folder, path))
  const started = await npmStart([], join(folder, 'data'), folder)
  await started.stop()
  const paths = ['node_modules', 'apps/web/dist', 'apps/server/dist']
  return paths.reduce((sum, path) => sum + sizeOf(join(folder, path)), 0)
}

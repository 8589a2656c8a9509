import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '../settings.ts'

const IMPORT = fileURLToPath(new URL('./import.ts', import.meta.url))

/**
 * The folders of the collection as absolute paths.
 * @throws OperatorError where one cannot be read.
 */
export function readFolders(folders: readonly string[]): string[] {
  return folders.map(folder => {
    const path = resolve(folder)
    try {
      if (!statSync(path).isDirectory()) throw new Error('no folder')
      accessSync(path, constants.R_OK | constants.X_OK)
    } catch {
      throw new OperatorError(`The music folder ${path} cannot be read: check its name and permissions.`)
    }
    return path
  })
}

/** Takes the collection in, in a process of its own, so that nothing in it holds up the service. Ends it by the returned act. */
export function importInBackground(
  folders: readonly string[],
  onEnd: (status: number | null) => void,
): () => void {
  const child = spawn(process.execPath, [IMPORT, ...folders], { stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('exit', onEnd)
  return () => child.kill('SIGTERM')
}

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
      throw new OperatorError(
        `The music folder ${path} cannot be read: check its permissions, or MUSIC or --music.`,
      )
    }
    return path
  })
}

/**
 * Imports the collection in a process of its own, so that it never blocks the service. Waits for other imports to
 * end. What goes wrong is printed by that process, which also ends when this one does.
 * @param onEnd is given its exit status, null where it was killed
 * @returns stops it; resolves when it has ended
 */
export function importInBackground(
  folders: readonly string[],
  onEnd: (status: number | null) => void,
): () => Promise<void> {
  const child = spawn(process.execPath, [IMPORT, '--wait', ...folders], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>(resolve => {
    child.once('exit', status => {
      onEnd(status)
      resolve()
    })
  })
  return () => {
    child.kill('SIGTERM')
    return ended
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childStdio, logChildOutput } from '../log/child-output.ts'
import { log } from '../log/log.ts'
import { isBucketPath } from '../media/storage/collection-buckets.ts'
import type { ObjectStorageSettings } from '../object-storage/settings.ts'
import { OperatorError, SettingError } from '../settings.ts'
import { guardChild } from '../workers/guard-child.ts'

const IMPORT = fileURLToPath(new URL('./import.ts', import.meta.url))

/**
 * Resolves the collection's folders.
 * @throws OperatorError if one cannot be read, or the keys for a bucket are not set
 */
export function readFolders(
  folders: readonly string[],
  { accessKeyId, secretAccessKey }: Pick<ObjectStorageSettings, 'accessKeyId' | 'secretAccessKey'>,
): string[] {
  return folders.map(folder => {
    if (isBucketPath(folder)) {
      if (accessKeyId !== '' && secretAccessKey !== '') return folder
      throw new SettingError(`The music in ${folder} needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`)
    }
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
 * Imports the collection in a child process, so that it does not block the server. The child prints its own errors,
 * and ends with this process.
 * @param onEnd receives the exit status; null if the child was killed or could not be started
 * @param options.args such as `--wait`, which waits for other imports
 * @param options.given the setting MUSIC: any other folder is left out if it is absent or empty
 * @returns a function that stops the import and resolves when it has ended
 */
export function importInBackground(
  folders: readonly string[],
  onEnd: (status: number | null) => void,
  { args = ['--wait'], given }: { readonly args?: readonly string[]; readonly given: readonly string[] },
): () => Promise<void> {
  const { promise: exited, resolve, reject } = Promise.withResolvers<number | null>()
  let child: ChildProcess | undefined
  try {
    const named = folders.flatMap(folder => (isGiven(folder, given) ? [folder] : [`--if-present=${folder}`]))
    child = spawn(process.execPath, [...process.execArgv, IMPORT, '--quiet', ...args, ...named], {
      stdio: childStdio(),
    })
    guardChild(child)
    logChildOutput(child, 'import')
    // All of its output has been read then.
    child.once('close', resolve)
    child.on('error', reject)
  } catch (error) {
    // spawn reports EAGAIN as an event, but throws ENOMEM.
    reject(error)
  }
  const ended = exited
    .catch((error: Error) => {
      log.error(`The import could not be started (${error.message}). Restart the service to try again.`)
      return null
    })
    .then(onEnd)
  return () => {
    child?.kill('SIGTERM')
    return ended
  }
}

/** @param folder may be the real path of a folder that MUSIC names by a link */
function isGiven(folder: string, given: readonly string[]): boolean {
  return given.some(path => {
    if (path === folder) return true
    try {
      return realpathSync(path) === folder
    } catch {
      return false
    }
  })
}

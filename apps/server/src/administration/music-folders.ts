import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { type FolderList, UNREADABLE_FOLDER } from '@refrain/contract/administration/set-up'
import { countLimits } from '@refrain/contract/limits'
import { InvalidInputError } from '../http/errors/request-errors.ts'
import { isWithin } from '../importing/collection/album-folders.ts'
import type { Settings } from '../settings.ts'
import { type AudioFileCount, countAudioFiles } from './set-up/count-audio-files.ts'

const USUAL_ROOTS = ['/music', '/srv/music', '/media', '/mnt']

/**
 * The folders of this machine in which somebody may look for music in the browser: never the whole file system, nor the
 * service's own data.
 */
export class MusicFolders {
  readonly #roots: readonly string[]
  readonly #dataDir: string

  /** Without roots: the home folder and the usual ones. */
  constructor({ musicRoots, dataDir }: Pick<Settings, 'musicRoots' | 'dataDir'>) {
    this.#roots = musicRoots.length > 0 ? musicRoots : [homedir(), ...USUAL_ROOTS]
    this.#dataDir = dataDir
  }

  /**
   * Lists the folders in a folder, without hidden ones and links; without a path, the roots.
   * @throws InvalidInputError if the folder is outside the roots, or cannot be read
   */
  async list(path?: string): Promise<FolderList> {
    const roots = await this.#realRoots()
    if (path === undefined) return { path: null, folders: roots.map(root => ({ name: root, path: root })) }
    const folder = await this.resolve(path)
    const dataDir = await this.#realDataDir()
    const entries = await readdir(folder, { withFileTypes: true })
    const folders = entries
      .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => ({ name, path: join(folder, name) }))
      .filter(({ path }) => path !== dataDir)
      .sort((a, b) => byName.compare(a.name, b.name))
      .slice(0, countLimits.folders)
    return { path: folder, parent: roots.includes(folder) ? null : dirname(folder), folders }
  }

  /**
   * The folder itself, with every link on the way followed.
   * @throws InvalidInputError if it is outside the roots, or cannot be read
   */
  async resolve(path: string): Promise<string> {
    const folder = await this.#foreignFolder(path)
    const roots = await this.#realRoots()
    if (folder !== undefined && roots.some(root => isVisibleWithin(root, folder))) return folder
    throw new InvalidInputError(UNREADABLE_FOLDER)
  }

  /** Counts the audio files in a folder that `list` lists. @throws InvalidInputError as `list` does */
  async count(path: string, signal: AbortSignal): Promise<AudioFileCount> {
    const [folder, dataDir] = await Promise.all([this.resolve(path), this.#realDataDir()])
    return countAudioFiles(folder, each => each === dataDir, signal)
  }

  /** Those that exist, each once. */
  async #realRoots(): Promise<string[]> {
    const found = await Promise.all(this.#roots.map(root => this.#foreignFolder(root)))
    return [...new Set(found.filter(root => root !== undefined && root !== '/'))] as string[]
  }

  /** Undefined unless it is a folder that can be read and is not the service's own. */
  async #foreignFolder(path: string): Promise<string | undefined> {
    const [folder, dataDir] = await Promise.all([realFolder(path), this.#realDataDir()])
    return folder !== undefined && isWithin(dataDir, folder) ? undefined : folder
  }

  readonly #realDataDir = () => realpath(this.#dataDir).catch(() => this.#dataDir)
}

const byName = new Intl.Collator('en', { numeric: true })

/** Hidden folders, such as those with keys, do not count. */
function isVisibleWithin(root: string, folder: string): boolean {
  return isWithin(root, folder) && !folder.slice(root.length).includes(`${sep}.`)
}

/** Undefined unless it is a folder that can be read. */
async function realFolder(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path)
    await access(real, constants.R_OK | constants.X_OK)
    return (await stat(real)).isDirectory() ? real : undefined
  } catch {
    // Not there, not readable, or a text that no path can be.
    return undefined
  }
}

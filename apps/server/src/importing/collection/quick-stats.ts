import { lstatSync, type Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'

/** What is in memory takes microseconds. */
const QUICK_MS_EACH = 0.2
/** Folders whose files are looked at in parallel after a slow one. */
const SLOW_FOLDERS = 64

/** The file, or the error that keeps it from being looked at. */
export type FoundStats = Stats | NodeJS.ErrnoException

/**
 * Looks at files one after the other while the system has them in memory, which costs a quarter of the processor time, and in
 * parallel while each must be fetched from a disk or a network.
 */
export class QuickStats {
  #slowFolders = 0
  readonly #now: () => number

  /** @param now for tests; milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @returns one for each path, in their order */
  async read(paths: readonly string[]): Promise<FoundStats[]> {
    const found: FoundStats[] = []
    const started = this.#now()
    if (this.#slowFolders > 0) this.#slowFolders--
    else {
      for (const path of paths) {
        found.push(lookAt(path))
        if (this.#now() - started <= QUICK_MS_EACH * (found.length + 1)) continue
        this.#slowFolders = SLOW_FOLDERS
        break
      }
    }
    const left = paths.slice(found.length)
    if (left.length > 0)
      found.push(...(await Promise.all(left.map(path => lstat(path).catch(error => error)))))
    return found
  }
}

function lookAt(path: string): FoundStats {
  try {
    return lstatSync(path)
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

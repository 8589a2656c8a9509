import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { StorageKind } from '@refrain/contract/administration/overview'
import { DATABASE_FILE } from '../../database/open.ts'

/** Kinds of what is in the data folder, by name. */
const KINDS: Readonly<Record<string, StorageKind>> = {
  pictures: 'covers',
  uploads: 'uploads',
  streams: 'streams',
  sample: 'sample',
}

export type FolderBytes = Partial<Record<StorageKind, number>>

/** A large service has hundreds of thousands of pictures: they are not counted more often. */
const MEASURED_FOR_MS = 600_000
/** What takes longer is shown the next time. */
const PATIENCE_MS = 1_500

/** Measures what is in the data folder, besides the database in use. */
export class FolderSizes {
  readonly #dataDir: string
  #measured: { readonly at: number; readonly bytes: FolderBytes } | undefined
  #measuring: Promise<void> | undefined

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /**
   * As last measured; undefined while it is measured for the first time. Old numbers are measured again meanwhile.
   * @param music real paths of the folders of music, which are left out
   */
  async read(music: readonly string[]): Promise<FolderBytes | undefined> {
    const isOld = !this.#measured || performance.now() - this.#measured.at > MEASURED_FOR_MS
    if (isOld)
      this.#measuring ??= this.#measure(new Set(music)).finally(() => {
        this.#measuring = undefined
      })
    if (!this.#measured) await Promise.race([this.#measuring, wait(PATIENCE_MS, undefined, { ref: false })])
    return this.#measured?.bytes
  }

  async #measure(music: ReadonlySet<string>): Promise<void> {
    const bytes: FolderBytes = {}
    const folder = await realpath(this.#dataDir).catch(() => this.#dataDir)
    for (const name of await readdir(folder).catch(() => [])) {
      if (isDatabaseInUse(name)) continue
      const path = join(folder, name)
      const known = KINDS[name]
      const kind = known ?? (name.startsWith(`${DATABASE_FILE}.before`) ? 'copies' : 'other')
      // Such as pictures, moved to a larger disk and linked.
      const target = known ? await realpath(path).catch(() => path) : path
      bytes[kind] = (bytes[kind] ?? 0) + (await sizeOf(target, kind === 'other' ? music : NONE))
    }
    this.#measured = { at: performance.now(), bytes }
  }
}

const NONE: ReadonlySet<string> = new Set()

const isDatabaseInUse = (name: string) => /^refrain\.db(?:-wal|-shm)?$/.test(name)

/**
 * Bytes of a file, or of all files in a folder. One file at a time, so that streams read in between. What vanishes meanwhile
 * counts nothing, links count as such.
 */
async function sizeOf(path: string, without: ReadonlySet<string>): Promise<number> {
  if (without.has(path)) return 0
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.size ?? 0
  let bytes = 0
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name), without)
  return bytes
}

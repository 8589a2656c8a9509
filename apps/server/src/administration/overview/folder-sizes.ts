import { lstat, readdir } from 'node:fs/promises'
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

  /** As last measured; undefined while it is measured for the first time. */
  async read(): Promise<FolderBytes | undefined> {
    const isOld = !this.#measured || performance.now() - this.#measured.at > MEASURED_FOR_MS
    if (isOld) {
      this.#measuring ??= this.#measure().finally(() => {
        this.#measuring = undefined
      })
      await Promise.race([this.#measuring, wait(PATIENCE_MS, undefined, { ref: false })])
    }
    return this.#measured?.bytes
  }

  async #measure(): Promise<void> {
    const bytes: FolderBytes = {}
    for (const entry of await readdir(this.#dataDir, { withFileTypes: true }).catch(() => [])) {
      if (isDatabaseInUse(entry.name)) continue
      const path = join(this.#dataDir, entry.name)
      const kind =
        KINDS[entry.name] ?? (entry.name.startsWith(`${DATABASE_FILE}.before`) ? 'copies' : 'other')
      bytes[kind] = (bytes[kind] ?? 0) + (entry.isDirectory() ? await sizeOf(path) : await fileSize(path))
    }
    this.#measured = { at: performance.now(), bytes }
  }
}

const isDatabaseInUse = (name: string) => /^refrain\.db(?:-wal|-shm)?$/.test(name)

/** One file at a time, so that streams read in between. What vanishes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? await sizeOf(path) : await fileSize(path)
  }
  return bytes
}

const fileSize = (path: string) =>
  lstat(path).then(
    ({ size }) => size,
    () => 0,
  )

import { realpath, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Overview, STORAGE_KINDS } from '@refrain/contract/administration/overview'
import { readCatalogueVersion } from '../../catalogue/version-store.ts'
import { checkWritable } from '../../data-folder.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { readRoots } from '../../importing/collection/root-store.ts'
import { log } from '../../log/log.ts'
import { PRODUCT_REVISION, PRODUCT_VERSION } from '../../product-version.ts'
import type { Settings } from '../../settings.ts'
import type { Presence } from '../../sharing/presence.ts'
import { countErrors } from '../log/log-store.ts'
import { findAttention, type Writable } from './find-attention.ts'
import { type FolderBytes, FolderSizes } from './folder-sizes.ts'
import { countAccounts, countCatalogue, readDatabaseFacts, sumMusic, sumUploads } from './overview-store.ts'

/**
 * Counting a million tracks takes a tenth of a second, during which the embedded database answers nobody else: this long
 * numbers stay if the catalogue changes all the time, as during an import.
 */
const COUNTED_FOR_MS = 5_000
const DAY_MS = 86_400_000

interface Counted {
  readonly at: number
  /** Of the catalogue. */
  readonly version: number
  readonly catalogue: Overview['catalogue']
  /** Bytes of the audio files. */
  readonly music: number
}

type Parts = Pick<OpenDatabase, 'db' | 'dialect' | 'check'>

/** How the service is: versions, sizes, and numbers of records and people. */
export class OverviewReader {
  readonly #open: Parts
  readonly #settings: Settings
  readonly #presence: Presence
  readonly #folders: FolderSizes
  #counted: Counted | undefined
  #isDatabaseReadOnly = false

  constructor(open: Parts, settings: Settings, presence: Presence) {
    this.#open = open
    this.#settings = settings
    this.#presence = presence
    this.#folders = new FolderSizes(settings.dataDir)
  }

  async read(): Promise<Overview> {
    const { db, dialect } = this.#open
    const { size, version } = await readDatabaseFacts(db, dialect)
    const { catalogue, music } = await this.#countCatalogue()
    const folders = await this.#folders.read((await readRoots(db)).map(({ path }) => path))
    const writable = await this.#findWritable()
    const found = {
      isReady: writable.dataFolder && writable.database,
      versions: {
        service: PRODUCT_VERSION,
        revision: PRODUCT_REVISION,
        runtime: `Node ${process.versions.node}`,
        database: version,
      },
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      memory: process.memoryUsage.rss(),
      database: dialect === 'sqlite' ? 'embedded' : 'postgres',
      storage: listStorage({ ...folders, music, database: size, uploads: await sumUploads(db) }),
      isStorageComplete: folders !== undefined,
      disk: await measureDisk(this.#settings.dataDir),
      catalogue,
      now: await this.#presence.count(),
      people: await countAccounts(db, Date.now()),
      errors: await countErrors(db, Date.now() - DAY_MS),
    } as const
    return { ...found, attention: await findAttention(db, this.#settings, { ...found, writable }) }
  }

  /** The same as `/readyz` asks. */
  async #findWritable(): Promise<Writable> {
    const dataFolder = await checkWritable(this.#settings.dataDir).then(
      () => true,
      () => false,
    )
    const problem = await this.#open.check().then(
      () => undefined,
      error => error,
    )
    // Once, though an open overview asks every half minute.
    if (problem && !this.#isDatabaseReadOnly) log.error('The database cannot be written', { err: problem })
    this.#isDatabaseReadOnly = problem !== undefined
    return { dataFolder, database: !this.#isDatabaseReadOnly }
  }

  async #countCatalogue(): Promise<Counted> {
    const { db } = this.#open
    const at = performance.now()
    if (this.#counted && at - this.#counted.at < COUNTED_FOR_MS) return this.#counted
    const version = await readCatalogueVersion(db)
    const sample = await realpath(join(this.#settings.dataDir, 'sample')).catch(() => '')
    if (this.#counted?.version !== version)
      this.#counted = { at, version, catalogue: await countCatalogue(db), music: await sumMusic(db, sample) }
    return this.#counted
  }
}

/** The disk with a folder; of 0 bytes if the folder is away. */
async function measureDisk(folder: string): Promise<Overview['disk']> {
  const disk = await statfs(folder).catch(() => ({ blocks: 0, bavail: 0, bsize: 0 }))
  return { size: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize }
}

function listStorage(bytes: FolderBytes): Overview['storage'] {
  return STORAGE_KINDS.map(kind => ({ kind, bytes: bytes[kind] ?? 0 })).filter(each => each.bytes > 0)
}

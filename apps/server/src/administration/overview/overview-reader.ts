import { statfs } from 'node:fs/promises'
import type { Overview } from '@refrain/contract/administration/overview'
import { readCatalogueVersion } from '../../catalogue/version-store.ts'
import type { OpenDatabase } from '../../database/open.ts'
import type { Settings } from '../../settings.ts'
import { countErrors } from '../log/log-store.ts'
import { findAttention } from './find-attention.ts'
import { countAccounts, countCatalogue, readDatabaseFacts, sumUploads } from './overview-store.ts'

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
}

/** How the service is: versions, sizes, and numbers of records and people. */
export class OverviewReader {
  readonly #open: Pick<OpenDatabase, 'db' | 'dialect'>
  readonly #settings: Settings
  #counted: Counted | undefined

  constructor(open: Pick<OpenDatabase, 'db' | 'dialect'>, settings: Settings) {
    this.#open = open
    this.#settings = settings
  }

  async read(): Promise<Overview> {
    const { db, dialect } = this.#open
    const { size, version } = await readDatabaseFacts(db, dialect)
    const disk = await statfs(this.#settings.dataDir)
    const found = {
      versions: { runtime: `Node ${process.versions.node}`, database: version },
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      memory: process.memoryUsage.rss(),
      database: { kind: dialect === 'sqlite' ? 'embedded' : 'postgres', size },
      disk: { size: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
      catalogue: await this.#countCatalogue(),
      people: await countAccounts(db, Date.now()),
      uploads: await sumUploads(db),
      errors: await countErrors(db, Date.now() - DAY_MS),
    } as const
    return { ...found, attention: await findAttention(db, this.#settings, found) }
  }

  async #countCatalogue(): Promise<Overview['catalogue']> {
    const { db } = this.#open
    const at = performance.now()
    if (this.#counted && at - this.#counted.at < COUNTED_FOR_MS) return this.#counted.catalogue
    const version = await readCatalogueVersion(db)
    if (this.#counted?.version !== version)
      this.#counted = { at, version, catalogue: await countCatalogue(db) }
    return this.#counted.catalogue
  }
}

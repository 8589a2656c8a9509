import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillLargeCatalogue } from '@refrain/server/database/migrations/catalogue/015-large-catalogue'
import { fillTrigrams } from '@refrain/server/database/migrations/catalogue/016-short-searches'
import { fillAlbumGenres } from '@refrain/server/database/migrations/catalogue/043-album-genres'
import { fillSongOrders } from '@refrain/server/database/migrations/orders/061-song-orders'
import { fillAlbumOrders } from '@refrain/server/database/migrations/orders/062-album-orders'
import type { Dialect } from '@refrain/server/database/open'
import { startPostgres } from '@refrain/server/testing/databases/postgres'
import pg from 'pg'
import { planCatalogue } from './catalogue-plan.ts'
import { catalogueRows } from './catalogue-rows.ts'
import { fillEmbedded } from './fill-embedded.ts'
import { fillPostgres } from './fill-postgres.ts'
import { memberRows } from './member-rows.ts'

/** After genres of albums, whose rows repeat the orders. */
const fillOrders = [...fillSongOrders, ...fillAlbumOrders]
/** What triggers write for each row, for all rows at once. */
const derivedRows: { readonly sqlite: readonly string[]; readonly postgres: readonly string[] } = {
  sqlite: [
    ...['artists', 'albums', 'tracks'].map(table => `update ${table} set search_id = rowid`),
    ...fillTrigrams,
    ...fillLargeCatalogue,
    fillAlbumGenres,
    ...fillOrders,
  ],
  postgres: [...fillLargeCatalogue, fillAlbumGenres, ...fillOrders],
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KEPT = join(ROOT, 'bench/kept')
/** What decides on the content: another catalogue is made when one of these files changes. */
const SOURCES = [
  'bench/data/*.ts',
  'apps/server/src/database/migrations/**/*.ts',
  'packages/contract/src/fold-for-search.ts',
]
/** The database of a kept PostgreSQL server. */
export const KEPT_DATABASE = 'catalogue'
export const SIZES = [10_000, 100_000, 1_000_000] as const

/**
 * The folder of a generated catalogue, which is made on first use: for the embedded database a data folder, for
 * PostgreSQL that of a server. Others read it too, so work on a copy.
 * @param tracks one of `SIZES`
 */
export async function keepCatalogue(tracks: number, dialect: Dialect): Promise<string> {
  const folder = join(KEPT, `${dialect}-${tracks}-${fingerprint()}`)
  if (statSync(folder, { throwIfNoEntry: false })) return folder
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(KEPT, { recursive: true })
  // PostgreSQL may run as another account.
  mkdirSync(partial, { mode: dialect === 'sqlite' ? 0o700 : 0o755 })
  const plan = planCatalogue(tracks)
  const tables = [...catalogueRows(plan), ...memberRows(plan)]
  if (dialect === 'sqlite') await fillEmbedded(partial, tables, derivedRows.sqlite)
  else {
    const server = await startPostgres({ keptIn: partial })
    try {
      await inPostgres(server.url, `create database ${KEPT_DATABASE}`)
      await fillPostgres(`${server.url}/${KEPT_DATABASE}`, tables, derivedRows.postgres)
    } finally {
      await server.stop()
    }
  }
  renameSync(partial, folder)
  return folder
}

/** Runs a statement as the administrator. */
export async function inPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(pattern => globSync(pattern, { cwd: ROOT })).sort()) {
    if (!path.includes('.test.')) hash.update(path).update(readFileSync(join(ROOT, path)))
  }
  return hash.digest('hex').slice(0, 12)
}

import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Dialect } from '@refrain/server/database/open'
import { startPostgres } from '@refrain/server/testing/databases/postgres'
import { inPostgres, KEPT_DATABASE, keepCatalogue } from '../data/keep-catalogue.ts'

const COPY = 'scale'
const EMPTY = 'scale_empty'

/** A copy of a generated catalogue. */
export interface Place {
  readonly dataDir: string
  /** '' for the embedded database. */
  readonly databaseUrl: string
  close(): Promise<void>
}

/** Where a backup can be restored to: beside a place, on the same database server. */
export async function openEmptyPlace(beside: Place): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-empty-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  if (beside.databaseUrl === '') return { dataDir, databaseUrl: '', close: async () => remove() }
  const server = dirname(beside.databaseUrl)
  await inPostgres(server, `drop database if exists ${EMPTY} with (force)`)
  await inPostgres(server, `create database ${EMPTY}`)
  return {
    dataDir,
    databaseUrl: `${server}/${EMPTY}`,
    async close() {
      await inPostgres(server, `drop database ${EMPTY} with (force)`)
      remove()
    },
  }
}

/** Copies a catalogue, so that what is written now does not count the next time. */
export async function openPlace(tracks: number, dialect: Dialect): Promise<Place> {
  const kept = await keepCatalogue(tracks, dialect)
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-scale-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  if (dialect === 'sqlite') {
    cpSync(kept, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return { dataDir, databaseUrl: '', close: async () => remove() }
  }
  // A commit that is not on the disk would count as fast.
  const server = await startPostgres({ durable: true, keptIn: kept })
  await inPostgres(server.url, `drop database if exists ${COPY} with (force)`)
  await inPostgres(server.url, `create database ${COPY} template ${KEPT_DATABASE}`)
  return {
    dataDir,
    databaseUrl: `${server.url}/${COPY}`,
    async close() {
      await inPostgres(server.url, `drop database ${COPY} with (force)`)
      await server.stop()
      remove()
    },
  }
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { DatabasePlace } from '../dump/open-snapshot.ts'
import type { ServicePlace } from '../files/stored-files.ts'

/** Id of the service that makes the backups of a test. */
export const SERVICE = 'one service'

export type DatabaseName = 'embedded' | 'PostgreSQL'

/** All pairs of databases. */
export const DIRECTIONS = (['embedded', 'PostgreSQL'] as const).flatMap(from =>
  (['embedded', 'PostgreSQL'] as const).map(to => [from, to] as const),
)

/** An empty data folder, and an empty database without any table. Both are deleted when the test ends. */
export async function emptyPlace(name: DatabaseName): Promise<ServicePlace> {
  const dataDir = temporaryFolder()
  const storage = folderStorage(dataDir)
  if (name === 'embedded') return { databaseUrl: '', dataDir, storage }
  const server = inject('postgresUrl')
  const database = `backup_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: `${server}/postgres` })
  await admin.connect()
  await admin.query(`create database ${database}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
  })
  return { databaseUrl: `${server}/${database}`, dataDir, storage }
}

/** Opens the database of a place and migrates it. */
export async function openPlace(place: DatabasePlace): Promise<OpenDatabase> {
  const open = openDatabase(place)
  onTestFinished(() => open.close())
  await migrate(open)
  return open
}

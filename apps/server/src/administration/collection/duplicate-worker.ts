import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { nodeSqlite } from '../../database/embedded/node-sqlite.ts'
import type { Tables } from '../../database/tables.ts'
import { serveJobs } from '../../workers/serve-jobs.ts'
import type { DuplicateJob } from './duplicate-finder.ts'
import { readDuplicates } from './duplicate-store.ts'

serveJobs(async ({ file, slice }: DuplicateJob) => {
  const database = nodeSqlite(new DatabaseSync(file, { readOnly: true }))
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    return await readDuplicates(db, slice)
  } finally {
    await db.destroy()
  }
})

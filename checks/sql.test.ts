import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/

/** `<noun>-store.ts` reads and writes, `<noun>-writer.ts` and the importer's writers write; the database layer does the rest. */
const SQL_FILES = /-(store|writer)\.ts$|\/writers\/|^apps\/server\/src\/database\/|\/testing\//

/** Kysely ignores the error of a flush that fails behind it: see embedded-dialect.ts. */
const UNACKNOWLEDGED = /\.startTransaction\(/

it('no query uses a way in which a failed flush is lost', () => {
  const offenders = readSources().filter(
    ({ path, text }) => path.startsWith('apps/server/src/') && UNACKNOWLEDGED.test(text),
  )
  expect(offenders.map(({ path }) => path)).toEqual([])
})

it('SQL stands in stores and writers only', () => {
  const offenders = readSources().filter(
    ({ path, text }) => path.startsWith('apps/server/src/') && !SQL_FILES.test(path) && SQL.test(text),
  )
  expect(offenders.map(({ path }) => path)).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { readSources } from './sources.ts'

const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/

/** `<noun>-store.ts` reads and writes, `<noun>-writer.ts` writes; the database layer does the rest. */
const SQL_FILES = /-(store|writer)\.ts$|^apps\/server\/src\/database\/|\/testing\//

/** Folders that still have SQL elsewhere, and in how many files. The numbers only ever shrink. */
const EXCEPTIONS: Readonly<Record<string, number>> = { importing: 9, media: 3 }

const offenders = readSources()
  .map(({ path, text }) => ({ path, text, folder: path.split('/')[3] ?? '' }))
  .filter(({ path, text }) => path.startsWith('apps/server/src/') && !SQL_FILES.test(path) && SQL.test(text))

describe('SQL', () => {
  it('stands in stores and writers only', () => {
    expect(offenders.filter(({ folder }) => !(folder in EXCEPTIONS)).map(({ path }) => path)).toEqual([])
  })

  it.each(Object.entries(EXCEPTIONS))('stands in at most the known other files of %s', (folder, files) => {
    const paths = offenders.filter(file => file.folder === folder).map(({ path }) => path)
    expect(paths.slice(files)).toEqual([])
  })
})

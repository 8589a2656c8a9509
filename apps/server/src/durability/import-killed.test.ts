import { afterAll, expect, it } from 'vitest'
import { FileReader } from '../importing/phases/file-reader.ts'
import {
  completeImport,
  type KillPoint,
  makeImportPlace,
  runImport,
  writeCollection,
} from './testing/import-place.ts'

const ALBUMS = 4

/** The database only matters where a transaction is open: the long run kills at every step on both. */
const IN_TRANSACTION: Readonly<Record<string, KillPoint>> = {
  'between an album and its tracks': { at: '^insert into "tracks"', nth: 3 },
  'before it commits the tracks of an album': { at: '^commit$', nth: 9 },
}
const STATES = {
  postgres: IN_TRANSACTION,
  sqlite: {
    ...IN_TRANSACTION,
    'while it looks for files': { at: 'collection_mounts', nth: 1 },
    'while it stores the first cover': { at: '^rename$', nth: 2 },
    'when all albums are written': { at: '^select "path" .*roots', nth: 1 },
  },
}

const reader = new FileReader()
afterAll(() => reader.close())

it.each(['sqlite', 'postgres'] as const)(
  'a killed import resumes, with the same catalogue and the same files as an unbroken one on %s',
  async dialect => {
    const music = await writeCollection(ALBUMS)
    const expected = await completeImport(await makeImportPlace(dialect), music, reader)
    expect(expected.catalogue.tracks).toHaveLength(ALBUMS * 2)
    for (const [state, kill] of Object.entries<KillPoint>(STATES[dialect])) {
      const place = await makeImportPlace(dialect)
      const { isKilled } = await runImport(place, music, kill)
      expect(isKilled, state).toBe(true)
      expect(await completeImport(place, music, reader), state).toEqual(expected)
    }
  },
  120_000,
)

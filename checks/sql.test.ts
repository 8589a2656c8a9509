import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

const SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/

/** Where SQL belongs: `<noun>-store.ts` reads (and writes), `<noun>-writer.ts` writes, the database layer does the rest. */
const SQL_FILES = /-(store|writer)\.ts$|^apps\/server\/src\/database\/|\/testing\//

/** Files that still have to move their SQL into stores. This list only ever shrinks. */
const EXCEPTIONS = [
  'apps/server/src/importing/choose-album.ts',
  'apps/server/src/importing/collection-roots.ts',
  'apps/server/src/importing/forget-missing.ts',
  'apps/server/src/importing/identify-tracks.ts',
  'apps/server/src/importing/keep-analysis.ts',
  'apps/server/src/importing/lease.ts',
  'apps/server/src/importing/mount-points.ts',
  'apps/server/src/importing/phase-1-walk.ts',
  'apps/server/src/importing/phase-4-keep-pictures.ts',
  'apps/server/src/importing/sample-folder.ts',
  'apps/server/src/importing/settle-vanished.ts',
  'apps/server/src/importing/waiting-sounds.ts',
  'apps/server/src/importing/write-album.ts',
  'apps/server/src/media/lyrics-routes.ts',
  'apps/server/src/media/sweep-pictures.ts',
  'apps/server/src/media/waveform-routes.ts',
]

it('SQL stands in stores and writers only', () => {
  const files = readSources()
    .filter(
      ({ path, text }) => path.startsWith('apps/server/src/') && !SQL_FILES.test(path) && SQL.test(text),
    )
    .map(({ path }) => path)
  expect(files.filter(path => !EXCEPTIONS.includes(path))).toEqual([])
})

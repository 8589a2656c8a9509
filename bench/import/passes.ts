import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_RULE } from '@refrain/audio/tags/names/name-rule'
import { DEFAULT_ARTICLES } from '@refrain/audio/tags/names/sort-articles'
import { migrate } from '@refrain/server/database/migrate'
import { openDatabase } from '@refrain/server/database/open'
import { readVersionOf } from '@refrain/server/importing/phases/read-version'
import { buildStale } from '../../scripts/build.mjs'
import { runImport } from '../footprint/run-import.ts'
import { recordFigure } from '../report/record-figure.ts'

const FILES = 1_000_000
const TRACKS = 12
const ALBUMS = 10
const ROWS_AT_ONCE = 500
/** Processor seconds for a million files, and as many for each as that. */
const PASS_SECONDS = 30
const PASSES = 2

/**
 * What an import of unchanged files costs: the files are empty, and rows say that they were read.
 * Options: `--files N`, 1,000,000 if it is not given; the budget is in proportion.
 */
export async function benchImport(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      files: { type: 'string', default: String(FILES) },
      save: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
    },
  })
  const files = Number(values.files)
  await buildStale()
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'refrain-bench-')))
  try {
    const place = { dataDir: join(base, 'data'), music: join(base, 'music') }
    await makeKnownFiles(place, files)
    // The first one notes the folder.
    await runImport(place)
    const passes = []
    for (let n = 0; n < PASSES; n++) passes.push(await runImport(place))
    const rounds = passes.map(({ processorSeconds }) => processorSeconds)
    recordFigure({
      name: `${files.toLocaleString('en')} unchanged files, processor`,
      ...{ value: Math.max(...rounds), unit: 's', limit: (PASS_SECONDS * files) / FILES, rounds, digits: 1 },
      detail: `${Math.max(...passes.map(({ seconds }) => seconds)).toFixed(1)} s, ${Math.max(...passes.map(({ peakMb }) => peakMb)).toFixed(0)} MB`,
    })
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

async function makeKnownFiles(
  { dataDir, music }: { readonly dataDir: string; readonly music: string },
  files: number,
): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const open = openDatabase({ dataDir, databaseUrl: '' })
  try {
    await migrate(open)
    const read_version = readVersionOf(DEFAULT_RULE, DEFAULT_ARTICLES)
    for (let first = 0; first < files; first += ROWS_AT_ONCE) {
      const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, files - first) }, (_, n) => {
        const path = makeFile(music, first + n)
        const mtime_ms = Math.floor(statSync(path).mtimeMs)
        return { path, root: music, size: 0, mtime_ms, beside: '', track_id: null, audio_id: '', problem: '' }
      })
      const known = rows.map(row => ({ ...row, missing: 0, read_version }))
      await open.db.insertInto('files').values(known).execute()
    }
  } finally {
    await open.close()
  }
}

function makeFile(music: string, n: number): string {
  const album = Math.floor(n / TRACKS)
  const folder = join(music, `Artist No. ${Math.floor(album / ALBUMS)}`, `Album No. ${album}`)
  if (n % TRACKS === 0) mkdirSync(folder, { recursive: true })
  const path = join(folder, `${String((n % TRACKS) + 1).padStart(2, '0')} A track of it.mp3`)
  writeFileSync(path, '')
  return path
}

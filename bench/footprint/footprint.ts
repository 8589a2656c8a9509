import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStale } from '../../scripts/build.mjs'
import { makeCollection } from '../import/make-collection.ts'
import { median } from '../load/start-server.ts'
import { type Measured, singleFigure } from '../report/measured.ts'
import { describeRun, finishRun, printTable } from '../report/run.ts'
import { measureInstallation, measureLeftToRun } from './installation.ts'
import { measureFirstStart } from './npm-start.ts'
import { type ImportCost, runImport } from './run-import.ts'
import { measureSampleService } from './sample-service.ts'
import { measureChanges, measureIdle, measureStarts } from './service-cost.ts'
import { makeSingles } from './singles.ts'

const FILES = 5_000
const LARGE = 100_000
/** Imports of the same collection, each into a new catalogue. */
const IMPORTS = 3
const IMPORT_SECONDS = 15
const IMPORT_MB = 220
/** In one folder, each with a cover of its own of as many bytes. */
const SINGLES = 200
const SINGLE_COVER_BYTES = 1024 * 1024
const SINGLES_MB = 320
const RESCAN_SECONDS = { [FILES]: 1, [LARGE]: 10 }
const IDLE_MB = 65
const START_SECONDS = 0.4
const START_PROCESSOR = 0.35
const CHANGE_SECONDS = 0.5
const INSTALLED_MB = 190
const LEFT_TO_RUN_MB = 190
const FIRST_START = { processorSeconds: 14, peakMb: 180, dataMb: 40 }
const TWO_RUNTIMES =
  'pictures are decoded in a process of their own, which a broken one may crash: 40 MB of its 90 are a second runtime'
const SETTLING =
  '0.1 s for further changes of the file, up to 0.1 s until caches look for a new version, and one import'

/**
 * What the service takes of a machine, all its processes together: processor and memory of a first import, an unchanged second
 * one, a warm start, the service at rest, how soon a changed file shows, and the size of what is installed to run.
 * Options: `--large` also scans an unchanged collection of 100,000 files, which takes minutes to make; `--compare`, `--save`.
 */
export async function benchFootprint(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      large: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  await buildStale()
  const [load = 0] = loadavg()
  const base = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  try {
    const figures = await measureAll(base, values.large)
    const run = describeRun({ name: 'footprint', tracks: FILES, database: 'embedded', load, figures })
    console.log(`${FILES} files, load ${load.toFixed(1)} before`)
    printTable(run)
    finishRun(run, values)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

async function measureAll(base: string, withLarge: boolean): Promise<Measured[]> {
  const place = { dataDir: join(base, 'data'), music: join(base, 'music') }
  await makeCollection(place.music, FILES)
  const firsts: ImportCost[] = []
  for (let n = 1; n < IMPORTS; n++)
    firsts.push(await runImport({ ...place, dataDir: join(base, `data-${n}`) }))
  firsts.push(await runImport(place))
  const figures = [...importFigures(firsts), rescanFigure(FILES, await runImport(place))]
  figures.push(await measureSingles(join(base, 'singles')))
  const starts = await measureStarts(place)
  const seconds = starts.map(start => start.seconds)
  const processor = median(starts.map(start => start.processorSeconds))
  figures.push(
    singleFigure('warm start, s to the first answer', median(seconds), START_SECONDS, {
      rounds: seconds,
    }),
    singleFigure('warm start, s of processor', processor, START_PROCESSOR),
    singleFigure('service at rest, MB', await measureIdle(place), IDLE_MB),
  )
  const changes = await measureChanges(place)
  figures.push(
    singleFigure('changed file shows after, s', median(changes), CHANGE_SECONDS, {
      rounds: changes,
      reason: SETTLING,
    }),
    singleFigure('installed to run, MB', measureInstallation(join(base, 'installed')), INSTALLED_MB),
  )
  figures.push(...(await measureSampleService(join(base, 'sample'))))
  const left = await measureLeftToRun(join(base, 'checkout'))
  figures.push(singleFigure('left by npm start to run, MB', left, LEFT_TO_RUN_MB))
  figures.push(...firstStartFigures(await measureFirstStart(place.music, join(base, 'first'))))
  if (withLarge) figures.push(await measureLargeRescan(join(base, 'large')))
  return figures
}

function firstStartFigures(cost: Awaited<ReturnType<typeof measureFirstStart>>): Measured[] {
  const name = `first start with ${FILES} files`
  return [
    singleFigure(`${name}, s of processor`, cost.processorSeconds, FIRST_START.processorSeconds),
    singleFigure(`${name}, memory at its peak, MB`, cost.peakMb, FIRST_START.peakMb),
    singleFigure(`${name}, data, MB`, cost.dataMb, FIRST_START.dataMb),
  ]
}

function importFigures(imports: readonly ImportCost[]): Measured[] {
  const figure = (name: string, of: (cost: ImportCost) => number, budget?: number, reason?: string) =>
    singleFigure(name, median(imports.map(of)), budget, { rounds: imports.map(of), reason })
  return [
    figure(`import of ${FILES} files, s of processor`, cost => cost.processorSeconds, IMPORT_SECONDS),
    figure(`import of ${FILES} files, s`, cost => cost.seconds),
    figure('import, memory at its peak, MB', cost => cost.peakMb, IMPORT_MB, TWO_RUNTIMES),
  ]
}

const rescanFigure = (files: keyof typeof RESCAN_SECONDS, { seconds }: ImportCost) =>
  singleFigure(`unchanged scan of ${files} files, s`, seconds, RESCAN_SECONDS[files])

/** 200 MB of covers in one folder: the peak shows how many of them the import holds. */
async function measureSingles(base: string): Promise<Measured> {
  const place = { dataDir: join(base, 'data'), music: join(base, 'music') }
  await makeSingles(place.music, SINGLES, SINGLE_COVER_BYTES)
  const { peakMb } = await runImport(place)
  return singleFigure(
    `import of ${SINGLES} singles with 1 MB covers, memory at its peak, MB`,
    peakMb,
    SINGLES_MB,
  )
}

/** Files of a second without covers of their own size: a scan of unchanged files does not open them. */
async function measureLargeRescan(base: string): Promise<Measured> {
  const place = { dataDir: join(base, 'data'), music: join(base, 'music') }
  await makeCollection(place.music, LARGE, { seconds: 1, coverEdge: 64 })
  await runImport(place)
  return rescanFigure(LARGE, await runImport(place))
}

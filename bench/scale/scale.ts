import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Dialect } from '@refrain/server/database/open'
import { planCatalogue } from '../data/catalogue-plan.ts'
import { type Measured, singleFigure } from '../report/measured.ts'
import { describeRun, finishRun, printTable } from '../report/run.ts'
import { allFigures } from './figures.ts'
import { measureFigure } from './measure.ts'
import { openPlace, type Place } from './place.ts'
import { openRawReader } from './raw-reader.ts'
import { PLANNED_TRACKS, recordPlans } from './record-plans.ts'
import { measureService } from './service.ts'
import { startScaleServer } from './start-scale-server.ts'
import { measureTails } from './tails.ts'
import { measureWholeLists } from './whole-lists.ts'

const MEMORY_MB = 350
const LISTS_MB = 100
const STALL_MS = 50
const READY_MS = 1_500
const GROWN = 'V8 lets freed memory grow before it uses it again; the lists hold 21 MB'
const CROWD = '60 readers begin in one moment, and share two cores with the process that reads'

/**
 * What a large catalogue costs, on both databases: the time of calls over HTTP, with records that no cache holds, beside that
 * of prepared statements for the same rows; memory; and how soon the service is ready after a restart.
 * Options: `--tracks N`, `--database embedded|postgres`, `--only TEXT` (figures whose name contains it), `--compare`, `--save`,
 * which also records the plans of statements; `--plans` does only that, from the statistics that were saved last.
 */
export async function benchScale(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tracks: { type: 'string', default: '1000000' },
      database: { type: 'string' },
      only: { type: 'string', default: '' },
      compare: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      plans: { type: 'boolean', default: false },
    },
  })
  if (values.plans) return recordPlans(values)
  const databases = values.database ? [values.database] : ['embedded', 'postgres']
  for (const database of databases) {
    const tracks = Number(values.tracks)
    const [load = 0] = loadavg()
    const figures = await measureAll(tracks, database === 'embedded' ? 'sqlite' : 'postgres', values.only)
    const run = describeRun({ name: 'scale', tracks, database, load, figures })
    console.log(
      `\n${tracks} tracks, ${database}, load ${load.toFixed(1)} before; milliseconds unless the name says otherwise`,
    )
    printTable(run)
    if (values.only) continue
    finishRun(run, values)
  }
  if (values.save && !values.only && Number(values.tracks) === PLANNED_TRACKS)
    await recordPlans({ save: databases.includes('postgres') })
}

async function measureAll(tracks: number, dialect: Dialect, only: string): Promise<Measured[]> {
  const place = await openPlace(tracks, dialect)
  const raw = await openRawReader(place.dataDir, place.databaseUrl)
  const measured: Measured[] = []
  try {
    const server = await startScaleServer(place)
    const plan = planCatalogue(tracks)
    for (const figure of allFigures(plan).filter(({ name }) => name.includes(only))) {
      measured.push(await measureFigure(figure, dialect, server.port, raw))
    }
    if ('tails'.includes(only)) measured.push(...(await measureTails(server.port, plan)))
    if (!only) {
      const { moreMb, stallMs } = await measureWholeLists(server, raw)
      measured.push(singleFigure('whole lists, MB more', moreMb, LISTS_MB, { reason: GROWN }))
      measured.push(singleFigure('whole lists, longest stall', stallMs, STALL_MS, { reason: CROWD }))
      measured.push(
        singleFigure('memory of the server, MB', (await server.readState()).memoryMb, MEMORY_MB, {
          reason: GROWN,
        }),
      )
    }
    await server.stop()
    if (!only) measured.push(...(await measureStarts(place)))
  } finally {
    await raw.close()
    await place.close()
  }
  return measured
}

async function measureStarts(place: Place): Promise<Measured[]> {
  const { readyMs, idleMb } = await measureService(place)
  const ready = singleFigure('ready after a restart', Math.max(...readyMs), READY_MS, { rounds: readyMs })
  return [ready, singleFigure('all processes, idle, MB', idleMb, MEMORY_MB)]
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Dialect } from '@refrain/server/database/open'
import { planCatalogue } from '../data/catalogue-plan.ts'
import { type Measured, singleFigure } from '../report/measured.ts'
import { describeRun, finishRun, printTable } from '../report/run.ts'
import { openEmptyPlace, openPlace, type Place } from '../scale/place.ts'
import { startScaleServer } from '../scale/start-scale-server.ts'
import { browse } from './browse.ts'

const BACKUP_S = 60
const RESTORE_S = 600
/** How much slower calls may be beside a backup. */
const SLOWER = 1.5
const IDLE_MS = 30_000
/** Measured on two cores: 10.2 of 11.4 ms embedded, 15.2 of 10.2 ms on PostgreSQL. */
const SHARED = 'on two cores the database server reads for the backup and for the calls'

/**
 * Backs up a large catalogue beside a service that is being used, backs it up again, and restores it to the same kind of
 * database. Options: `--tracks N`, `--database embedded|postgres`, `--compare`, `--save`.
 */
export async function benchBackup(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tracks: { type: 'string', default: '1000000' },
      database: { type: 'string' },
      compare: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  for (const database of values.database ? [values.database] : ['embedded', 'postgres']) {
    const tracks = Number(values.tracks)
    const [load = 0] = loadavg()
    const figures = await measure(tracks, database === 'embedded' ? 'sqlite' : 'postgres')
    const run = describeRun({ name: 'backup', tracks, database, load, figures })
    console.log(`\n${tracks} tracks, ${database}, load ${load.toFixed(1)} before; units as the names say`)
    printTable(run)
    finishRun(run, values)
  }
}

async function measure(tracks: number, dialect: Dialect): Promise<Measured[]> {
  const target = mkdtempSync(join(tmpdir(), 'refrain-bench-backups-'))
  const place = await openPlace(tracks, dialect)
  try {
    const server = await startScaleServer(place)
    const plan = planCatalogue(tracks)
    await browse(server.port, plan, wait(IDLE_MS))
    const idle = await browse(server.port, plan, wait(IDLE_MS))
    const backup = runCommand('backup', [target], place)
    const beside = await browse(server.port, plan, backup)
    const repeated = await runCommand('backup', [target], place)
    await server.stop()
    const empty = await openEmptyPlace(place)
    const restored = await runCommand('restore', [target], empty).finally(() => empty.close())
    return [
      singleFigure('backup, s', await backup, BACKUP_S),
      singleFigure('unchanged backup, s', repeated, BACKUP_S),
      singleFigure('calls beside it, p50 ms', beside.p50, idle.p50 * SLOWER),
      singleFigure('calls beside it, p99 ms', beside.p99, idle.p99 * SLOWER, { reason: SHARED }),
      singleFigure('restore, s', restored, RESTORE_S),
    ]
  } finally {
    await place.close()
    rmSync(target, { recursive: true, force: true })
  }
}

/** Runs a program of the service on a place, as its npm script does. @returns seconds until it has ended */
async function runCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  { dataDir, databaseUrl }: Pick<Place, 'dataDir' | 'databaseUrl'>,
): Promise<number> {
  const program = fileURLToPath(new URL(`../../apps/server/src/bin/${name}.ts`, import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${errors}`)
  console.log(output.trim())
  return (performance.now() - startedAt) / 1000
}

import { log } from '../../log/log.ts'
import { SettingError, type Settings } from '../../settings.ts'
import { openForService, prepareDatabase } from '../prepare-database.ts'
import { warnAtStart } from '../ready-line.ts'
import { onStop } from '../stop.ts'
import { MetricsRelay } from './relay-metrics.ts'
import { superviseWorkers } from './supervise-workers.ts'

/**
 * Runs the service in several processes that share the port, with this one as their supervisor.
 * @throws SettingError with the embedded database, on which a single process writes
 */
export async function run(settings: Settings): Promise<void> {
  if (!settings.databaseUrl) {
    throw new SettingError('Several workers need PostgreSQL: set DATABASE_URL, or start without --workers.')
  }
  warnAtStart(settings)
  const open = await openForService(settings)
  await prepareDatabase(open, settings)
  await open.close()
  const relay = new MetricsRelay()
  const { start, stop } = superviseWorkers(settings.workers, worker => relay.add(worker))
  let isStopping = false
  onStop(() => {
    isStopping = true
    return stop()
  })
  const started = await start()
  if (isStopping) return
  if (typeof started === 'string') log.info(started)
  // The worker has printed why.
  else process.exit(started)
}

import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { log } from '../../log/log.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import { emptyTrash } from './trash-store.ts'

export const SWEEP_INTERVAL_MS = 600_000

/** Deletes expired items from the trash every ten minutes, until the service stops. */
export function scheduleTrashSweep(app: FastifyInstance, db: Database): void {
  const clock = new TrustedClock()
  const timer = setInterval(() => {
    write(db, tx => emptyTrash(tx, clock.earliest())).catch(error =>
      log.error(`Cannot empty the trash: ${error.message}`),
    )
  }, SWEEP_INTERVAL_MS).unref()
  app.addHook('onClose', () => clearInterval(timer))
}

import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import { emptyTrash } from './trash-store.ts'

export const SWEEP_MS = 600_000

/** Removes what has been in the trash for too long, until the service stops. */
export function scheduleTrashSweep(app: FastifyInstance, db: Database): void {
  const clock = new TrustedClock()
  const timer = setInterval(() => {
    write(db, tx => emptyTrash(tx, clock.earliest())).catch(error =>
      console.error(`Forgotten tracks stay in the trash for now: ${error.message}`),
    )
  }, SWEEP_MS).unref()
  app.addHook('onClose', () => clearInterval(timer))
}

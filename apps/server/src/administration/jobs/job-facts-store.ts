import type { Database } from '../../database/tables.ts'
import { readJobs } from '../../jobs/job-store.ts'

/** Messages that are due, and when the last one was sent. */
export async function readDeliveryFacts(db: Database, now: number) {
  const { due } = await db
    .selectFrom('deliveries')
    .select(eb => eb.fn.countAll<number>().as('due'))
    .where('sent_at', 'is', null)
    .where('not_before', '<=', now)
    .executeTakeFirstOrThrow()
  const { sent_at } = await db
    .selectFrom('deliveries')
    .select(eb => eb.fn.max('sent_at').as('sent_at'))
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { due, sentAt: sent_at }
}

/** What Prometheus gets of jobs. */
export async function readJobMeasurements(db: Database) {
  const { due } = await readDeliveryFacts(db, Date.now())
  return { jobs: await readJobs(db), due }
}

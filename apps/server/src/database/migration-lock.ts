import { sql } from 'kysely'
import { log } from '../log/log.ts'
import type { OpenDatabase } from './open.ts'
import { DatabaseBusyError, write } from './retry.ts'
import type { Database, Transaction } from './tables.ts'

/** Key of PostgreSQL's advisory lock: one process migrates, others wait. */
const LOCK = 7_314_659
const REPORT_INTERVAL_MS = 2_000

/**
 * Runs one migration in its own transaction, exclusively among all processes on the database and without timeouts. While
 * it waits for another process, it logs which one.
 */
export async function runExclusively(
  { db, dialect }: OpenDatabase,
  step: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const report = createChangeLogger()
  for (;;) {
    try {
      return await write(db, dialect === 'postgres' ? tx => runLocked(db, tx, { step, report }, work) : work)
    } catch (error) {
      if (!(error instanceof DatabaseBusyError)) throw error
      report(`Updating the database (${step}) waits for another process that writes to it.`)
    }
  }
}

async function runLocked(
  db: Database,
  tx: Transaction,
  { step, report }: { step: string; report: (line: string) => void },
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const look = setInterval(() => {
    describeBlockers(db, rows[0]?.pid ?? 0).then(
      blockers => blockers && report(`Updating the database (${step}) waits for ${blockers}.`),
      () => {},
    )
  }, REPORT_INTERVAL_MS)
  try {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    await work(tx)
  } finally {
    clearInterval(look)
  }
}

interface Blocker {
  readonly pid: number
  readonly name: string | null
  readonly role: string | null
  readonly state: string | null
}

/** Describes the holders of the locks that a PostgreSQL session waits for; '' if it waits for none. */
async function describeBlockers(db: Database, pid: number): Promise<string> {
  const { rows } = await sql<Blocker>`
    select pid, nullif(application_name, '') as name, usename as role, state from pg_stat_activity
    where pid = any(pg_blocking_pids(${pid})) order by pid`.execute(db)
  return rows.map(describe).join(' and ')
}

function describe({ pid, name, role, state }: Blocker): string {
  const facts = [`PostgreSQL session ${pid}`, role && `user ${role}`, state].filter(Boolean)
  return `${name === null ? 'a lock of another program' : `a lock of "${name}"`} (${facts.join(', ')})`
}

/** Logs a line unless it is the same as the last one. */
function createChangeLogger(): (line: string) => void {
  let last: string | undefined
  return line => {
    if (line !== last) log.info(line)
    last = line
  }
}

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { LRUCache } from 'lru-cache'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { describeEntry, type LogEntry, setLogSink } from '../../log/log.ts'
import type { LogEntryRow } from '../tables.ts'
import { deleteOldLogEntries, insertLogEntries } from './log-store.ts'

/** How long entries are collected before they are written together. */
const COLLECT_MS = 1_000
const MAX_PAUSE_MS = 300_000
/** Entries that wait for the database; the oldest make room. */
const MAX_PENDING = 200
const MAX_ROWS = 2_000
const MAX_AGE_MS = 30 * 86_400_000
const MAX_MESSAGE = 1_000
/** The same message is stored this often an hour: whoever causes it again and again pushes nothing else out. */
const MAX_REPEATED = 20
const REPEATED_MS = 3_600_000
const MAX_COUNTED = 1_000

/**
 * Stores the warnings and errors of this process for administrators, as well as it can: what the database does not take is
 * tried again ever more rarely, and nothing is logged about it.
 * @returns stops it; resolves once the last entries are written, or cannot be
 */
export function storeLog(db: Database): () => Promise<void> {
  const processName = `${hostname()} ${process.pid}`
  let pending: LogEntryRow[] = []
  let timer: NodeJS.Timeout | undefined
  let pauseMs = COLLECT_MS
  let writing = Promise.resolve()
  let isStopped = false
  const repeated = new LRUCache<string, number>({ max: MAX_COUNTED, ttl: REPEATED_MS, noUpdateTTL: true })

  async function flush(): Promise<void> {
    const batch = pending
    if (batch.length === 0) return
    pending = []
    try {
      await write(db, async tx => {
        await insertLogEntries(tx, batch)
        await deleteOldLogEntries(tx, Date.now() - MAX_AGE_MS, MAX_ROWS)
      })
      pauseMs = COLLECT_MS
    } catch {
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
      pending = [...batch, ...pending].slice(-MAX_PENDING)
    }
  }

  function flushLater(): void {
    if (timer || isStopped) return
    timer = setTimeout(() => {
      writing = flush().then(() => {
        timer = undefined
        if (pending.length > 0) flushLater()
      })
    }, pauseMs).unref()
  }

  setLogSink(entry => {
    const row = toRow(entry, processName)
    const count = (repeated.get(row.message) ?? 0) + 1
    repeated.set(row.message, count)
    if (count > MAX_REPEATED) return
    pending.push(row)
    if (pending.length > MAX_PENDING) pending.shift()
    flushLater()
  })
  return async () => {
    setLogSink(() => {})
    isStopped = true
    clearTimeout(timer)
    await writing
    await flush()
  }
}

function toRow({ level, message, details = {} }: LogEntry, process: string): LogEntryRow {
  const { requestId, ...more } = details
  const text = describeEntry({ level, message, details: more })
  return {
    id: randomUUID(),
    at: Date.now(),
    level: level === 'error' ? 'error' : 'warn',
    message: text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_MESSAGE),
    request_id: typeof requestId === 'string' ? requestId : null,
    process,
  }
}

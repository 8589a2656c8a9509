import { deleteListens, recordSecondsHeard } from '@refrain/contract/listening/listens'
import type { FastifyInstance } from 'fastify'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import type { CleanUps } from '../../jobs/clean-ups.ts'
import { readListenersWithOld } from './listen-store.ts'
import { deleteAllListens, deleteExpiredListens, writeSecondsHeard } from './listen-writer.ts'

const DAY_MS = 86_400_000
/** Listens that one transaction deletes, so that other writers get a turn. */
const BATCH = 1_000
/** Listeners in one read. */
const LISTENERS = 50

const done = { success: true } as const

export interface ListenParts {
  readonly db: Database
  readonly cleanUps: CleanUps
  /** For how many days listens are kept; undefined until they are deleted. */
  readonly listensDays: number | undefined
}

export function registerListens(app: FastifyInstance, { db, cleanUps, listensDays }: ListenParts): void {
  bind(app, recordSecondsHeard, async ({ trackId, countedAt, seconds }, { userId }) => {
    await write(db, tx => writeSecondsHeard(tx, userId, { trackId, at: Date.parse(countedAt), seconds }))
    return done
  })
  bind(app, deleteListens, async (_input, { userId }) => {
    await write(db, async tx => {
      await lockUser(tx, userId)
      await deleteAllListens(tx, userId, Date.now())
    })
    return done
  })
  if (listensDays !== undefined)
    cleanUps.add('old listens', now => deleteOldListens(db, now - listensDays * DAY_MS))
}

/** Listener by listener: the index has the times of each in order. */
async function deleteOldListens(db: Database, before: number): Promise<void> {
  for (let after = 0; ; ) {
    const listeners = await readListenersWithOld(db, after, before, LISTENERS)
    const last = listeners.at(-1)
    if (!last) return
    const ids = listeners.map(listener => listener.user_id)
    while ((await write(db, tx => deleteExpiredListens(tx, ids, before, BATCH))) === BATCH);
    after = last.number
  }
}

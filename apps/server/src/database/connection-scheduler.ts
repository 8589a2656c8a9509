import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseBusyError } from './retry.ts'

/** For whom and for what the database is asked. */
export interface QueryContext {
  /** Name of the operation. */
  readonly operation: string
  /** Id of the signed-in listener. */
  listener?: string
}

/** Set while a request is handled; background work has none and is bounded by the number of connections alone. */
export const queryContext = new AsyncLocalStorage<QueryContext>()

export type ConnectionKind = 'read' | 'write'

/** Connections of one process for each kind of work. Writes that wait for a lock leave those of the reads alone. */
export const CONNECTIONS: Readonly<Record<ConnectionKind, number>> = { read: 8, write: 5 }
/** One operation on a slow table leaves connections to the others. */
const PER_OPERATION = 3
/** One of them at most writes, so a transaction that reads beside itself always gets its second one. */
const PER_LISTENER = 2
const WRITES_PER_LISTENER = 1
const MAX_WAIT_MS = 2_000

interface Turn {
  readonly kind: ConnectionKind
  readonly user: QueryContext | undefined
}

interface Waiting extends Turn {
  proceed(): void
}

/** Hands out connections first come, first served, except to who has their share already. */
export class ConnectionScheduler {
  readonly #taken = new Set<Turn>()
  readonly #waiting = new Set<Waiting>()
  readonly #patienceMs: number

  constructor(patienceMs = MAX_WAIT_MS) {
    this.#patienceMs = patienceMs
  }

  /**
   * Resolves when the caller may take a connection.
   * @returns gives it back
   * @throws DatabaseBusyError when none is free for 2 s
   */
  async acquire(kind: ConnectionKind): Promise<() => void> {
    const store = queryContext.getStore()
    const turn: Turn = { kind, user: store && { ...store } }
    if (this.#mayTake(turn)) this.#taken.add(turn)
    else await this.#wait(turn)
    return () => {
      if (!this.#taken.delete(turn)) return
      for (const waiting of this.#waiting) if (this.#mayTake(waiting)) waiting.proceed()
    }
  }

  #wait(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...turn,
        proceed: () => {
          clearTimeout(timer)
          this.#waiting.delete(waiting)
          this.#taken.add(turn)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(new DatabaseBusyError('All database connections are in use.'))
      }, this.#patienceMs)
      this.#waiting.add(waiting)
    })
  }

  #mayTake({ kind, user }: Turn): boolean {
    const ofKind = this.#count(turn => turn.kind === kind)
    if (ofKind >= CONNECTIONS[kind]) return false
    if (!user) return true
    const { operation, listener } = user
    if (this.#count(turn => turn.kind === kind && turn.user?.operation === operation) >= PER_OPERATION) {
      return false
    }
    if (listener === undefined) return true
    const own = [...this.#taken].filter(turn => turn.user?.listener === listener)
    if (own.length >= PER_LISTENER) return false
    return kind === 'read' || own.filter(turn => turn.kind === 'write').length < WRITES_PER_LISTENER
  }

  #count(matches: (turn: Turn) => boolean): number {
    let count = 0
    for (const turn of this.#taken) if (matches(turn)) count++
    return count
  }
}

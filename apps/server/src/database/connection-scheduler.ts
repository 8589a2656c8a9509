import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseBusyError } from './retry.ts'

/** Who uses the database, and for which operation. */
export interface QueryContext {
  /** Name of the operation. */
  readonly operation: string
  /** Id of the signed-in listener. */
  listener?: string
}

/** Set while a request is handled. Background work has none: only the number of connections limits it. */
export const queryContext = new AsyncLocalStorage<QueryContext>()

export type ConnectionKind = 'read' | 'write'

/** Connections of one process. Reads have their own, so that writes waiting for locks do not block them. */
export const CONNECTIONS: Readonly<Record<ConnectionKind, number>> = { read: 8, write: 5 }
/** So that one slow operation leaves connections to the others. */
const MAX_PER_OPERATION = 3
/** At most one of them writes, so that a transaction can always get a second connection for reading. */
const MAX_PER_LISTENER = 2
const MAX_WRITES_PER_LISTENER = 1
const MAX_WAIT_MS = 2_000

interface Request {
  readonly kind: ConnectionKind
  readonly user: QueryContext | undefined
}

interface Waiting extends Request {
  proceed(): void
}

/** Grants connections first come, first served, within the limits per operation and listener. */
export class ConnectionScheduler {
  readonly #active = new Set<Request>()
  readonly #waiting = new Set<Waiting>()
  readonly #maxWaitMs: number

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs
  }

  /**
   * Resolves when the caller may use a connection.
   * @returns releases it
   * @throws DatabaseBusyError if none is free within 2 s
   */
  async acquire(kind: ConnectionKind): Promise<() => void> {
    const store = queryContext.getStore()
    const request: Request = { kind, user: store && { ...store } }
    if (this.#isAllowed(request)) this.#active.add(request)
    else await this.#wait(request)
    return () => {
      if (!this.#active.delete(request)) return
      for (const waiting of this.#waiting) if (this.#isAllowed(waiting)) waiting.proceed()
    }
  }

  #wait(request: Request): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...request,
        proceed: () => {
          clearTimeout(timer)
          this.#waiting.delete(waiting)
          this.#active.add(request)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(new DatabaseBusyError('All database connections are in use.'))
      }, this.#maxWaitMs)
      this.#waiting.add(waiting)
    })
  }

  #isAllowed({ kind, user }: Request): boolean {
    const ofKind = this.#count(request => request.kind === kind)
    if (ofKind >= CONNECTIONS[kind]) return false
    if (!user) return true
    const { operation, listener } = user
    if (
      this.#count(request => request.kind === kind && request.user?.operation === operation) >=
      MAX_PER_OPERATION
    ) {
      return false
    }
    if (listener === undefined) return true
    const own = [...this.#active].filter(request => request.user?.listener === listener)
    if (own.length >= MAX_PER_LISTENER) return false
    return kind === 'read' || own.filter(request => request.kind === 'write').length < MAX_WRITES_PER_LISTENER
  }

  #count(matches: (request: Request) => boolean): number {
    let count = 0
    for (const request of this.#active) if (matches(request)) count++
    return count
  }
}

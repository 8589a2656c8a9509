import pg from 'pg'

/** What pg-pool calls of a pool and of its clients, beyond their types. */
interface PoolParts {
  readonly options: { readonly connectionString?: string }
  Client: unknown
  newClient(pending: unknown): void
}
type Done = (error?: Error) => void
type WarmClient = Omit<pg.Client, 'connect' | 'end'> & {
  connect(done: Done): void
  end(done?: Done): void
  readonly processID: number
}

interface Kept {
  readonly idle: Set<WarmClient>
  /** Those that are being reset: a pool has ended before. */
  readonly resetting: Set<Promise<void>>
  /** False while the database is emptied: a connection that comes back too late ends with all others. */
  isOpen: boolean
}

/** By the address of their database. */
const warm = new Map<string, Kept>()
const pools = pg.Pool.prototype as unknown as PoolParts
const { newClient } = pools
/** As it is before tests count statements. */
const query = pg.Client.prototype.query as unknown as (this: WarmClient, text: string) => Promise<unknown>

/**
 * From now on, pools of this database that end leave their connections to later pools: a new one starts a process that reads the
 * catalogue of PostgreSQL again, which takes longer than most tests.
 */
export function keepWarm(url: string): void {
  const kept = warm.get(url)
  if (kept) kept.isOpen = true
  else warm.set(url, { idle: new Set(), resetting: new Set(), isOpen: true })
  pools.newClient = newWarmClient
}

/** Forgets the connections, which end with their database. */
export function forgetWarm(url: string): void {
  warm.delete(url)
}

/** Keeps no more of them until the next `keepWarm`. @returns the numbers of the processes that serve those that are kept */
export async function warmProcesses(url: string): Promise<number[]> {
  const kept = warm.get(url)
  if (kept) kept.isOpen = false
  await Promise.all(kept?.resetting ?? [])
  return Array.from(kept?.idle ?? [], client => client.processID)
}

function newWarmClient(this: PoolParts, pending: unknown): void {
  const kept = warm.get(this.options.connectionString ?? '')
  if (!kept) {
    newClient.call(this, pending)
    return
  }
  const { Client } = this
  const [known] = kept.idle
  const client = known ?? new (Client as new (options: unknown) => WarmClient)(this.options)
  if (known) {
    kept.idle.delete(known)
    known.connect = done => void setImmediate(done)
  } else endLater(client, kept)
  // The pool makes the client that it is to connect.
  this.Client = function makeClient() {
    return client
  }
  try {
    newClient.call(this, pending)
  } finally {
    this.Client = Client
  }
}

/** Ending leaves the connection to later pools, unless a test has broken it or left a transaction open. */
function endLater(client: WarmClient, kept: Kept): void {
  const { idle, resetting } = kept
  const end = client.end.bind(client)
  client.once('end', () => idle.delete(client))
  client.end = (done = () => {}) => {
    if (!kept.isOpen) {
      end(done)
      return
    }
    for (const event of ['error', 'drain', 'notice']) client.removeAllListeners(event)
    client.on('error', () => {})
    const reset = query.call(client, 'discard all').then(
      () => {
        idle.add(client)
        done()
      },
      () => end(done),
    )
    resetting.add(reset)
    void reset.finally(() => resetting.delete(reset))
  }
}

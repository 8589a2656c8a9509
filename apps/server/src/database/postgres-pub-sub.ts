import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** What processes on one database tell each other by. */
export const CHANNEL = 'refrain_changes'
const AGAIN_AFTER_MS = 1_000
const CONNECT_WITHIN_MS = 3_000

/**
 * Hears what any process on this database tells, on a connection of its own; one that breaks is made anew
 * until it is ended.
 * @param missed called once it hears again after a gap
 * @returns ends it
 * @throws Error where there is no connection to begin with
 */
export async function subscribeToChannel(
  connectionString: string,
  hear: (text: string) => void,
  missed: () => void,
): Promise<() => Promise<void>> {
  const ending = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    })
    // What broke is said by its end.
    fresh.on('error', () => {})
    fresh.on('notification', ({ payload }) => hear(payload ?? ''))
    await fresh.connect()
    try {
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      await fresh.end().catch(() => {})
      throw error
    }
    fresh.once('end', () => void reconnect())
    return fresh
  }

  async function reconnect(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await wait(AGAIN_AFTER_MS, undefined, { signal: ending.signal, ref: false })
        client = await connect()
        if (ending.signal.aborted) await client.end()
        else missed()
        return
      } catch {
        // Tried again until it is ended.
      }
    }
  }

  return async () => {
    ending.abort()
    await client.end().catch(() => {})
  }
}

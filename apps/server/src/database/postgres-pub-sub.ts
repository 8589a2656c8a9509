import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION_NAME } from './postgres-pool.ts'

export const CHANNEL = 'refrain_changes'
const RECONNECT_DELAY_MS = 1_000
const CONNECT_TIMEOUT_MS = 3_000

/**
 * Subscribes to the messages of all processes on this database, on a connection of its own that is reopened when lost.
 * @param onReconnect called after a lost connection was restored: messages may have been missed
 * @returns unsubscribes
 * @throws Error if the first connection fails
 */
export async function subscribeToChannel(
  connectionString: string,
  onMessage: (text: string) => void,
  onReconnect: () => void,
): Promise<() => Promise<void>> {
  const controller = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const connected = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      // The only connection that an idle service always has; a move looks for it.
      fallback_application_name: APPLICATION_NAME,
    })
    // The `end` event follows.
    connected.on('error', () => {})
    connected.on('notification', ({ payload }) => onMessage(payload ?? ''))
    await connected.connect()
    try {
      await connected.query(`listen ${CHANNEL}`)
    } catch (error) {
      await connected.end().catch(() => {})
      throw error
    }
    connected.once('end', () => void reconnect())
    return connected
  }

  async function reconnect(): Promise<void> {
    while (!controller.signal.aborted) {
      try {
        await wait(RECONNECT_DELAY_MS, undefined, { signal: controller.signal, ref: false })
        client = await connect()
        if (controller.signal.aborted) await client.end()
        else onReconnect()
        return
      } catch {
        // Retries until unsubscribed.
      }
    }
  }

  return async () => {
    controller.abort()
    await client.end().catch(() => {})
  }
}

import {
  IDEMPOTENCY_HEADER,
  createPlaylist as operation,
  type Playlist,
} from '@refrain/contract/library/playlists'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { mutate } from '../../api/mutate.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
import { playlistsQuery } from './playlists-query.ts'

/** Delays before each retry, in milliseconds. */
const RETRY_DELAYS_MS = [500, 2000]

/**
 * Creates an empty playlist, "My Playlist #N", which comes first in the Library at once. Retries under the same
 * idempotency key if no answer comes, so that only one is created.
 * @param owner token of the listener it is created for; by default whoever is signed in
 * @throws if the server refuses, no answer comes, or somebody else has signed in before a retry
 */
export async function createPlaylist(owner?: string): Promise<Playlist> {
  const token = owner ?? (await readToken())
  const { queryKey } = playlistsQuery(token)
  const headers = { [IDEMPOTENCY_HEADER]: randomKey() }
  return mutate({
    queryKey,
    send: () => retry(token, () => callAs(token, operation, {}, { headers })),
    onSuccess(created) {
      queryClient.setQueryData(
        queryKey,
        list => list && [created, ...list.filter(({ id }) => id !== created.id)],
      )
    },
  })
}

async function retry<Answer>(
  token: string | null,
  send: () => Promise<Answer>,
  delays = RETRY_DELAYS_MS,
): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    const [delay, ...later] = delays
    if (delay === undefined || (error instanceof CallError && error.status < 500)) throw error
    await new Promise(resolve => setTimeout(resolve, delay))
    if ((await readToken()) !== token) throw error
    return retry(token, send, later)
  }
}

/** 32 hexadecimal digits. `randomUUID` exists over HTTPS only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

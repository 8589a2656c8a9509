import {
  IDEMPOTENCY_HEADER,
  createPlaylist as operation,
  type Playlist,
} from '@refrain/contract/library/playlists'
import { readToken } from '../../account/session.ts'
import { callAs } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
import { beginChange, endChange } from '../while-changing.ts'
import { playlistsQuery } from './playlists-query.ts'

/** Waits before it is tried again, in milliseconds. */
const AGAIN_AFTER = [500, 2000]

/**
 * Makes an empty playlist, "My Playlist #N" (PROP-24); it is the first of the Library at once. Where no answer
 * comes it is tried again under the same key, so that one is made, however often it is asked for.
 * @param of whose it becomes; by default of whoever is signed in
 * @throws where it is refused, no answer comes in the end, or somebody else is signed in before it is tried again
 */
export async function createPlaylist(of?: string): Promise<Playlist> {
  const token = of ?? (await readToken())
  const { queryKey } = playlistsQuery(token)
  const headers = { [IDEMPOTENCY_HEADER]: newKey() }
  beginChange(queryKey)
  try {
    const made = await again(token, () => callAs(token, operation, {}, { headers }))
    queryClient.setQueryData(queryKey, list => list && [made, ...list.filter(({ _id }) => _id !== made._id)])
    return made
  } finally {
    void endChange(queryKey)
  }
}

async function again<Answer>(
  token: string | null,
  act: () => Promise<Answer>,
  waits = AGAIN_AFTER,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    const [wait, ...later] = waits
    if (wait === undefined || (error instanceof CallError && error.status < 500)) throw error
    await new Promise(resolve => setTimeout(resolve, wait))
    if ((await readToken()) !== token) throw error
    return again(token, act, later)
  }
}

/** An id of our own making; `randomUUID` is there over https alone. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

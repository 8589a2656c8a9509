import { useSyncExternalStore } from 'react'

/**
 * Who is signed in in this tab: `undefined` until the server has said so (READ-09: its cookie decides),
 * then the token, or null for a guest.
 */
const token: string | null | undefined = null
const watching = new Set<() => void>()

function watch(changed: () => void): () => void {
  watching.add(changed)
  return () => watching.delete(changed)
}

/** The token of the signed-in listener, null for a guest, undefined while that is not known yet. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore(watch, () => token)
}

/** The same for acts and loaders; waits until it is known. */
export async function readToken(): Promise<string | null> {
  return token ?? null
}

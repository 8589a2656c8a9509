import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'

const KEY = 'listing_compact'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this browser shows listings as rows instead of cards. */
export const useCompact = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => readLocal(KEY) === 'true',
    () => false,
  )

export function setCompact(isCompact: boolean): void {
  writeLocal(KEY, isCompact ? 'true' : null)
  for (const listener of listeners) listener()
}

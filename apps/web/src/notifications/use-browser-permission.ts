import { useSyncExternalStore } from 'react'
import { type BrowserPermission, readPermission, watchPermission } from './permission.ts'

/** The current notification permission of this browser. */
export function useBrowserPermission(): BrowserPermission {
  return useSyncExternalStore(watchPermission, readPermission)
}

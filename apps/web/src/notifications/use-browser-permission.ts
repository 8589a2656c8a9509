import { useSyncExternalStore } from 'react'
import { type BrowserPermission, readPermission, watchPermission } from './permission.ts'

/** What the listener allows this browser, also where they change it in its own settings. */
export function useBrowserPermission(): BrowserPermission {
  return useSyncExternalStore(watchPermission, readPermission)
}

import { createStore } from '@refrain/player/state/store'
import { CallError } from './send.ts'

/** Counts changes that were shown at once and put back, because the server did not take them; announcer.tsx says so. */
export const refusals = createStore({ count: 0 })

/** To be called when a change has been put back. The end of a session shows by itself. */
export function noteRefusal(error: unknown): void {
  if (error instanceof CallError && error.status === 401) return
  refusals.update({ count: refusals.getState().count + 1 })
}

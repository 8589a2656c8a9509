import { ASKED } from './notifications/asked.ts'
import { keysLocally } from './ui/local-storage.ts'

/** Whether the browser keeps anything that a screen may show; that somebody was asked is nothing of the kind. */
export function isAnythingKept(): boolean {
  return keysLocally().some(key => key !== ASKED)
}

import { keysLocally } from '../ui/browser/local-storage.ts'

/** Whether the browser keeps anything that a screen may show. */
export function isAnythingKept(): boolean {
  return keysLocally().length > 0
}

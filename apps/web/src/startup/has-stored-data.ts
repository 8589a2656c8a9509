import { localKeys } from '../ui/browser/local-storage.ts'

/** Whether the browser keeps anything that a screen may show. */
export function hasStoredData(): boolean {
  return localKeys().length > 0
}

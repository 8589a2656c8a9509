import { localKeys } from '../ui/browser/local-storage.ts'

/** Whether local storage holds anything that a screen may show. */
export function hasStoredData(): boolean {
  return localKeys().length > 0
}

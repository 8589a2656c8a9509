import { SERVICE_NAME } from '../api/service-name.ts'
import { localKeys } from '../ui/browser/local-storage.ts'

/** Whether local storage holds anything that a screen may show, and the server does not know. */
export function hasStoredData(): boolean {
  return localKeys().some(key => key !== SERVICE_NAME)
}

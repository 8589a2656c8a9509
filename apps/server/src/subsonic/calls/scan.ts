import { countTracks } from '../../catalogue/track-store.ts'
import type { Database } from '../../database/tables.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import { type Calls, read } from '../call.ts'
import { CODES, SubsonicError } from '../subsonic-error.ts'

/** How the import goes: apps ask before they show anything. */
export function scanCalls(db: Database): Calls {
  return {
    getScanStatus: read(async () => {
      const status = await readImportStatus(db)
      return {
        scanStatus: { scanning: status?.isRunning ?? false, count: await countTracks(db), folderCount: 1 },
      }
    }),
    startScan: read(() => {
      throw new SubsonicError(CODES.notAllowed, 'Administrators start imports on the page of the collection.')
    }),
  }
}

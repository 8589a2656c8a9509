import { isAdministrator } from '../../account/administrator-store.ts'
import { startImport } from '../../administration/collection/start-import.ts'
import { countTracks } from '../../catalogue/track-store.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import { type CallInput, type Calls, edit, read } from '../call.ts'
import type { Fields } from '../response/fields.ts'
import { toTime } from '../shapes/times.ts'
import { CODES, SubsonicError } from '../subsonic-error.ts'

type ImportParts = Parameters<typeof startImport>[0]

/** How the import goes, which apps ask before they show anything; administrators start it. */
export function scanCalls(parts: ImportParts): Calls {
  const { db } = parts

  async function describe(): Promise<Fields> {
    const status = await readImportStatus(db)
    return {
      scanStatus: {
        scanning: status?.isRunning ?? false,
        count: await countTracks(db),
        folderCount: 1,
        ...(status?.ended_at && { lastScan: toTime(status.ended_at) }),
      },
    }
  }

  async function start({ caller }: CallInput): Promise<Fields> {
    if (!(await isAdministrator(db, caller.userId)))
      throw new SubsonicError(CODES.notAllowed, 'Only administrators start imports.')
    const status = await readImportStatus(db)
    if (!status?.isRunning) await startImport(parts, { userId: caller.userId })
    return describe()
  }

  return { getScanStatus: read(describe), startScan: edit(start) }
}

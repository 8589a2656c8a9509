import { IMPORT_RUNS } from '@refrain/contract/administration/collection'
import { isAdministrator } from '../../account/administrator-store.ts'
import { startImport } from '../../administration/collection/start-import.ts'
import { countTracks } from '../../catalogue/track-store.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import { type CallInput, type Calls, type CallTools, edit, read } from '../call.ts'
import type { Fields } from '../response/fields.ts'
import { CODES, SubsonicError } from '../subsonic-error.ts'

const isRunning = (error: unknown) =>
  error instanceof RequestError && error.statusCode === 409 && error.message === IMPORT_RUNS

/** How the import goes, which apps ask before they show anything; administrators start it. */
export function scanCalls({ db, imports }: CallTools): Calls {
  const { startedImport } = imports

  async function describe(): Promise<Fields> {
    const status = await readImportStatus(db)
    return {
      scanStatus: {
        scanning: (status?.isRunning ?? false) || startedImport() !== undefined,
        count: await countTracks(db),
      },
    }
  }

  async function start({ caller }: CallInput): Promise<Fields> {
    if (!(await isAdministrator(db, caller.userId)))
      throw new SubsonicError(CODES.notAllowed, 'Only administrators start imports.')
    // To ask for what runs already is no mistake.
    await startImport({ ...imports, db }, { userId: caller.userId }).catch(error => {
      if (!isRunning(error)) throw error
    })
    return describe()
  }

  return { getScanStatus: read(describe), startScan: edit(start) }
}

import type { Database } from '../../database/tables.ts'
import type { StartedImport } from '../../importing/status/import-status-routes.ts'
import type { GivenSettings } from '../../setting-schemas.ts'
import type { MusicFolders } from '../music-folders.ts'
import type { DuplicateFinder } from './duplicate-finder.ts'

export interface ImportOrder {
  readonly folders: readonly string[]
  /** Id of the last import: also removes the tracks that were missing by then, unless another one comes between. */
  readonly forgetSeen?: string
}

/**
 * Starts an import in a process of its own. @param prepare runs while no other one can be started
 * @returns false if one has just been started
 */
export type StartImport = (prepare: () => Promise<ImportOrder>) => Promise<boolean>

export interface CollectionParts {
  readonly db: Database
  readonly duplicates: DuplicateFinder
  /** The setting MUSIC. */
  readonly music: readonly string[]
  /** Settings that the environment gives. */
  readonly given: GivenSettings
  /** Where administrators may look for music. */
  readonly folders: MusicFolders
  /** The import that this process has started. */
  readonly startedImport: () => StartedImport | undefined
  /** Without it, no import can be started in the browser. */
  readonly startImport?: StartImport | undefined
}

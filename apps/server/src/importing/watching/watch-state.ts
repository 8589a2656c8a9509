import { isBucketPath } from '../../media/storage/collection-buckets.ts'
import type { FolderState, FolderStates } from './file-systems.ts'

/**
 * Why a folder is walked more often than once a day.
 *
 * - `remote`: others change it from other machines, of which no event tells; `shared`: or behind its file system
 * - `limit`: it has more folders than the system lets us watch
 * - `silent`: changes were found of which no event told
 * - `unavailable`: the system offers no events
 * - `bucket`
 */
type WalkReason = 'remote' | 'shared' | 'limit' | 'silent' | 'unavailable' | 'bucket'

/** How a folder of the collection is followed. */
export interface FollowedFolder {
  readonly path: string
  readonly isWatched: boolean
  /** '' if events tell everything, so that it is walked only to be safe. */
  readonly reason: WalkReason | ''
}

/** What a watcher does, for administrators. */
export interface WatchState {
  readonly folders: readonly FollowedFolder[]
  /** Epoch milliseconds; null if no walk is due. */
  readonly nextWalkAt: number | null
}

/** What was found out while watching. */
export interface WatchFindings {
  readonly isAvailable: boolean
  readonly isLimited: boolean
  readonly isDeaf: boolean
}

export function describeFolders(
  folders: readonly string[],
  { folders: states }: FolderStates,
  findings: WatchFindings,
): FollowedFolder[] {
  return folders.map(path => {
    if (isBucketPath(path)) return { path, isWatched: false, reason: 'bucket' }
    const state = states.find(one => one.path === path)
    const isWatched = findings.isAvailable && (state?.isWatched ?? true)
    return { path, isWatched, reason: reasonOf(state, findings) }
  })
}

function reasonOf(state: FolderState | undefined, findings: WatchFindings): WalkReason | '' {
  if (state && !state.isWatched) return 'remote'
  if (!findings.isAvailable) return 'unavailable'
  if (findings.isLimited) return 'limit'
  if (state && state.silent.length > 0) return 'shared'
  return findings.isDeaf ? 'silent' : ''
}

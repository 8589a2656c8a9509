import type { WalkReason } from '@refrain/contract/administration/collection'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'
import type { FolderState, FolderStates } from './file-systems.ts'

/** How a folder of the collection is followed. */
export interface FollowedFolder {
  readonly path: string
  readonly isWatched: boolean
  /** '' if events tell everything, so that it is walked only to be safe. */
  readonly reason: WalkReason
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

function reasonOf(state: FolderState | undefined, findings: WatchFindings): WalkReason {
  if (state && !state.isWatched) return 'remote'
  if (!findings.isAvailable) return 'unavailable'
  if (findings.isLimited) return 'limit'
  if (state && state.silent.length > 0) return 'shared'
  return findings.isDeaf ? 'silent' : ''
}

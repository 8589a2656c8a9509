import { MAX_RECENT_TRACKS, withRecent } from '@refrain/player/history/recent-tracks'
import type { PlayerState } from '@refrain/player/state/player-state'
import type { Readable } from '@refrain/player/state/store'
import { writeLocal } from '../../ui/browser/local-storage.ts'
import { readIds } from '../resume/saved-values.ts'
import { watchTrackStarts } from './watch-starts.ts'

const KEY = 'recent'

/** Ids of the recently played tracks, newest first; invalid entries are left out. */
export function readRecent(): readonly string[] {
  return readIds(KEY).slice(0, MAX_RECENT_TRACKS)
}

/** Removes tracks that the catalogue no longer has. */
export function forgetRecent(gone: readonly string[]): void {
  if (gone.length > 0) write(readRecent().filter(trackId => !gone.includes(trackId)))
}

/** Moves each track to the front when its playback starts. */
export function saveRecent(player: Readable<PlayerState>): void {
  watchTrackStarts(player, ({ id }) => write(withRecent(readRecent(), id)))
}

function write(ids: readonly string[]): void {
  writeLocal(KEY, JSON.stringify(ids))
}

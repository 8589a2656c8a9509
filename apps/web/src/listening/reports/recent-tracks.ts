import { MAX_RECENT_TRACKS, withRecent } from '@refrain/player/history/recent-tracks'
import type { PlayerState } from '@refrain/player/state/player-state'
import type { Readable } from '@refrain/player/state/store'
import { writeLocal } from '../../ui/browser/local-storage.ts'
import { readIds } from '../resume/saved-values.ts'
import { watchTrackStarts } from './watch-starts.ts'

const KEY = 'recent'

/** Ids of the tracks that were played last, newest first; what makes no sense is left out (STO-10, PROP-42). */
export function readRecent(): readonly string[] {
  return readIds(KEY).slice(0, MAX_RECENT_TRACKS)
}

/** Takes out of the list what the catalogue no longer has. */
export function forgetRecent(gone: readonly string[]): void {
  if (gone.length > 0) write(readRecent().filter(trackId => !gone.includes(trackId)))
}

/** Puts each track first in the list when its playback starts (ENG-15). */
export function keepRecent(player: Readable<PlayerState>): void {
  watchTrackStarts(player, ({ id }) => write(withRecent(readRecent(), id)))
}

function write(ids: readonly string[]): void {
  writeLocal(KEY, JSON.stringify(ids))
}

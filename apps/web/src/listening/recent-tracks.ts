import { isId } from '@refrain/contract/values'
import { RECENT_LENGTH, withRecent } from '@refrain/player/recent'
import type { PlayerState } from '@refrain/player/state'
import type { Readable } from '@refrain/player/store'
import { keepLocally, readLocally } from '../ui/local-storage.ts'

const KEY = 'recent'

/** Ids of the tracks that were played last, newest first; what makes no sense is left out (STO-10, PROP-42). */
export function readRecent(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readLocally(KEY) ?? '[]')
    if (!Array.isArray(kept)) return []
    return [...new Set(kept.filter(isId))].slice(0, RECENT_LENGTH)
  } catch {
    return []
  }
}

/** Takes out of the list what the catalogue no longer has. */
export function forgetRecent(gone: readonly string[]): void {
  if (gone.length > 0) write(readRecent().filter(trackId => !gone.includes(trackId)))
}

/** Puts each track first in the list when its playback starts (ENG-15). */
export function keepRecent(player: Readable<PlayerState>): void {
  let sounding: string | undefined
  player.subscribe(() => {
    const { status, track } = player.getState()
    if (status !== 'playing' || !track || track.id === sounding) return
    sounding = track.id
    write(withRecent(readRecent(), track.id))
  })
}

function write(ids: readonly string[]): void {
  keepLocally(KEY, JSON.stringify(ids))
}

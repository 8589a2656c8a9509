import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { isEntryId } from '@refrain/contract/entry-ids'
import { isId } from '@refrain/contract/values'
import { fromWire } from '@refrain/contract/wire-names'
import type { PerSource, PlayingList } from '@refrain/player/state/player-state'
import { readLocal } from '../../ui/browser/local-storage.ts'
import { readIds, readRecord, readShuffle, USER_TRACKS } from './saved-values.ts'

/** The saved state of an earlier visit. */
export interface SavedPlayer {
  /** The id of the track or, in a list that repeats it, of its entry. */
  readonly entryId: string | null
  /** Seconds. */
  readonly position: number
  readonly list: Omit<PlayingList, 'tracks'> | null
  readonly ids: PerSource<readonly string[]>
  readonly orders: PerSource<readonly string[]>
}

/** Damaged values count as missing. */
export function readSavedPlayer(): SavedPlayer {
  const list = readList()
  return {
    entryId: readCurrent(),
    position: readSeconds(),
    list,
    ids: { album: readIds('tracks'), user: readIds(USER_TRACKS) },
    orders: { album: (list && readShuffle(list.id)) ?? [], user: readShuffle('user') ?? [] },
  }
}

function readCurrent(): string | null {
  const { trackId, entryId } = readRecord('playingTrack')
  if (isEntryId(entryId)) return entryId
  if (isId(trackId)) return trackId
  return readIds('playingFrom')[Number(readLocal('trackIndex') ?? Number.NaN)] ?? null
}

function readSeconds(): number {
  const seconds = Number(readLocal('currentTime') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

function readList(): SavedPlayer['list'] {
  const saved = fromWire(readRecord('album'), fetchAlbum.outputNames)
  const { id, title, type } = saved as ReturnType<typeof readRecord>
  if (!isId(id) || typeof title !== 'string') return null
  return type === 'album' || type === 'playlist' ? { id, title, type } : null
}

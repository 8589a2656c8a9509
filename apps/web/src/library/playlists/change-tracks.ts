import type { Playlist } from '@refrain/contract/library/playlists'
import { ownKey } from '../../account/session.ts'
import { beginChange, callOff, endChange, renewAfter } from '../while-changing.ts'
import {
  cachePlaylist,
  changeKind,
  type PlaylistRef,
  readCachedTrackIds,
  type UpdateTrackIds,
  updateCachedTrackIds,
} from './playlist-cache.ts'

/** Changes of one list that are on their way, one behind the other. */
interface Line {
  /** How many have not been answered. */
  waiting: number
  last: Promise<unknown>
  /** The list as the service is known to have it. */
  known: readonly string[] | undefined
  failed: boolean
}

const lines = new Map<string, Line>()

/**
 * Changes the tracks of a list: at once in what is shown, then by a call. Calls for one list go one after the
 * other, and the last answer is what stays: an earlier one knows nothing of later changes. Where a call fails
 * the list goes back to what the service has, without a word.
 * @throws what the call throws
 */
export async function changeTracks(
  token: string,
  list: PlaylistRef,
  change: UpdateTrackIds,
  send: () => Promise<Playlist>,
): Promise<Playlist> {
  const kind = ownKey(token, changeKind(list))
  beginChange(kind)
  const line = lines.get(list.playlistId) ?? {
    waiting: 0,
    last: Promise.resolve(),
    known: readCachedTrackIds(token, list),
    failed: false,
  }
  lines.set(list.playlistId, line)
  line.waiting++
  show(token, list, change)
  const sent = line.last.then(send)
  line.last = sent.catch(() => {})
  try {
    const answer = await sent
    line.known = answer.tracks
    line.failed = false
    if (line.waiting === 1) cachePlaylist(token, list, answer)
    return answer
  } catch (error) {
    line.failed = true
    throw error
  } finally {
    line.waiting--
    if (line.waiting === 0) {
      lines.delete(list.playlistId)
      const { known } = line
      if (line.failed) {
        if (known) updateCachedTrackIds(token, list, () => known)
        renewAfter(kind, kind)
      }
    }
    void endChange(kind)
  }
}

/** Shows a change of a list that is being changed. */
export function show(token: string, list: PlaylistRef, change: UpdateTrackIds): void {
  callOff(ownKey(token, changeKind(list)))
  updateCachedTrackIds(token, list, change)
}

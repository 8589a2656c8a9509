import { movePlaylistTrack } from '@refrain/contract/playlists'
import { call } from '../api/call.ts'
import { announce } from '../listening/announce.ts'
import { changeTracks, show } from './change-tracks.ts'
import { type OwnList, readIds } from './own-list.ts'

/** Milliseconds without another step after which a track that goes step by step has arrived. */
const ARRIVED_MS = 400

/** A track that is shown where it is moved to, and has not been sent there: it may go on. */
interface Walk {
  readonly trackId: string
  readonly done: Promise<void>
  readonly wait: () => void
  readonly arrive: () => void
}

/** By the list, one each. */
const walks = new Map<string, Walk>()

/** The ids with one of them moved to a place, counted from 0. */
export function moveTo(ids: readonly string[], trackId: string, place: number): string[] {
  return ids.filter(id => id !== trackId).toSpliced(place, 0, trackId)
}

/**
 * Moves a track of a list to a place, counted from 0: shown at once, sent in one call, and back without a
 * word where that fails. Steps of the same track that follow each other closely are one move.
 * @param byStep whether there may be more
 */
export function moveInPlaylist(
  token: string,
  list: OwnList,
  trackId: string,
  place: number,
  byStep = false,
): Promise<void> {
  announce(`Track moved to place ${place + 1} of ${readIds(token, list)?.length ?? 0}`)
  let walk = walks.get(list.playlistId)
  if (walk?.trackId === trackId) show(token, list, ids => moveTo(ids, trackId, place))
  else {
    walk?.arrive()
    walk = beginWalk(token, list, trackId, place)
  }
  if (byStep) walk.wait()
  else walk.arrive()
  return walk.done
}

function beginWalk(token: string, list: OwnList, trackId: string, place: number): Walk {
  const { playlistId } = list
  const { promise: after, resolve } = Promise.withResolvers<string | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const done = changeTracks(
    token,
    list,
    ids => moveTo(ids, trackId, place),
    async () => call(movePlaylistTrack, { playlistId, trackId, afterTrackId: await after }),
  ).then(
    () => {},
    () => {},
  )
  const walk: Walk = {
    trackId,
    done,
    wait() {
      clearTimeout(timer)
      timer = setTimeout(walk.arrive, ARRIVED_MS)
    },
    arrive() {
      clearTimeout(timer)
      walks.delete(playlistId)
      // As it is now: what is changed later is sent later.
      const ids = readIds(token, list) ?? []
      resolve(ids[ids.indexOf(trackId) - 1] ?? null)
    },
  }
  walks.set(playlistId, walk)
  return walk
}

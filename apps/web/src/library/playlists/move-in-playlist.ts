import { movePlaylistTrack } from '@refrain/contract/library/playlist-tracks'
import { call } from '../../api/call.ts'
import { announce } from '../../listening/announce.ts'
import { changeTracks, show } from './change-tracks.ts'
import type { PlaylistRef, UpdateTrackIds } from './playlist-cache.ts'

/** Milliseconds without another step after which a track that goes step by step has arrived. */
const ARRIVED_MS = 400

/** A track that is shown where it is moved to, and has not been sent there: it may go on. */
interface Walk {
  readonly trackId: string
  /** The track it has come behind so far. */
  after: string | null
  readonly done: Promise<void>
  readonly wait: () => void
  readonly arrive: () => void
}

/** By the list, one each. */
const walks = new Map<string, Walk>()

/** Where a track is moved to, as the listener sees it. */
export interface Destination {
  /** The track it comes behind; null: none. */
  readonly after: string | null
  /** Its place, counted from 1, and of how many. */
  readonly place: number
  readonly count: number
}

/** The ids with one of them put behind another one, or first. */
export function moveBehind(ids: readonly string[], trackId: string, after: string | null): string[] {
  const others = ids.filter(id => id !== trackId)
  return others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, trackId)
}

/**
 * Moves a track of a list: shown at once, sent in one call, and back without a word where that fails. Steps of
 * the same track that follow each other closely are one move.
 * @param byStep whether there may be more
 */
export function moveInPlaylist(
  token: string,
  list: PlaylistRef,
  trackId: string,
  { after, place, count }: Destination,
  byStep = false,
): Promise<void> {
  announce(`Track moved to place ${place} of ${count}`)
  const change = (ids: readonly string[]) => moveBehind(ids, trackId, after)
  let walk = walks.get(list.playlistId)
  if (walk?.trackId === trackId) show(token, list, change)
  else {
    walk?.arrive()
    walk = beginWalk(token, list, trackId, change)
  }
  walk.after = after
  if (byStep) walk.wait()
  else walk.arrive()
  return walk.done
}

function beginWalk(token: string, list: PlaylistRef, trackId: string, change: UpdateTrackIds): Walk {
  const { playlistId } = list
  const { promise: after, resolve } = Promise.withResolvers<string | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = new AbortController()
  const done = changeTracks(token, list, change, async () =>
    call(movePlaylistTrack, { playlistId, trackId, afterTrackId: await after }, undefined, {
      keepalive: true,
    }),
  ).then(
    () => {},
    () => {},
  )
  const walk: Walk = {
    trackId,
    after: null,
    done,
    wait() {
      clearTimeout(timer)
      timer = setTimeout(walk.arrive, ARRIVED_MS)
    },
    arrive() {
      clearTimeout(timer)
      left.abort()
      walks.delete(playlistId)
      resolve(walk.after)
    },
  }
  walks.set(playlistId, walk)
  // Where the page is left there is no further step, and nobody to wait for it.
  addEventListener('pagehide', walk.arrive, { signal: left.signal })
  document.addEventListener('visibilitychange', walk.arrive, { signal: left.signal })
  return walk
}

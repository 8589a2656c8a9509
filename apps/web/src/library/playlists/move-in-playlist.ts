import { movePlaylistTrack } from '@refrain/contract/library/playlist-tracks'
import { libraryTexts } from '@refrain/messages/en/library'
import { call } from '../../api/call.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { mutateTracks, showStep } from './mutate-tracks.ts'
import type { PlaylistRef, UpdateEntryIds } from './playlist-cache.ts'

/** Steps of a track less than this far apart, in milliseconds, are one move. */
const STEP_PAUSE_MS = 400

/** A move of an entry that is shown but not sent yet, because further steps may follow. */
interface UnsentMove {
  readonly entryId: string
  /** The entry it comes after so far; null for the first position. */
  after: string | null
  readonly done: Promise<void>
  readonly sendLater: () => void
  readonly sendNow: () => void
}

/** By playlist id. */
const unsentMoves = new Map<string, UnsentMove>()

/** Where a track is moved to, as the listener sees it. */
export interface Destination {
  /** The entry it comes after; null for the first position. */
  readonly after: string | null
  /** Its position, counted from 1, and the number of tracks. */
  readonly position: number
  readonly count: number
}

/** The ids with one of them moved after another one, or to the start. */
export function moveAfter(ids: readonly string[], entryId: string, after: string | null): string[] {
  const others = ids.filter(id => id !== entryId)
  return others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, entryId)
}

/**
 * Moves an entry within a playlist: shown at once, and back with one line if the call fails. Consecutive steps of
 * one entry are sent as one move.
 * @param byStep whether further steps may follow
 */
export function moveInPlaylist(
  token: string,
  playlist: PlaylistRef,
  entryId: string,
  { after, position, count }: Destination,
  byStep = false,
): Promise<void> {
  announce(libraryTexts.moved({ position, count }))
  const update = (ids: readonly string[]) => moveAfter(ids, entryId, after)
  let move = unsentMoves.get(playlist.playlistId)
  if (move?.entryId === entryId) showStep(token, playlist, update)
  else {
    move?.sendNow()
    move = startMove(token, playlist, entryId, update)
  }
  move.after = after
  if (byStep) move.sendLater()
  else move.sendNow()
  return move.done
}

function startMove(
  token: string,
  playlist: PlaylistRef,
  entryId: string,
  update: UpdateEntryIds,
): UnsentMove {
  const { playlistId } = playlist
  let resolve: (after: string | null) => void = () => {}
  const finalAfter = new Promise<string | null>(settle => {
    resolve = settle
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const sent = new AbortController()
  const done = mutateTracks(token, playlist, update, async () =>
    call(movePlaylistTrack, { playlistId, trackId: entryId, afterTrackId: await finalAfter }, undefined, {
      keepalive: true,
    }),
  ).then(
    () => {},
    () => {},
  )
  const move: UnsentMove = {
    entryId,
    after: null,
    done,
    sendLater() {
      clearTimeout(timer)
      timer = setTimeout(move.sendNow, STEP_PAUSE_MS)
    },
    sendNow() {
      clearTimeout(timer)
      sent.abort()
      unsentMoves.delete(playlistId)
      resolve(move.after)
    },
  }
  unsentMoves.set(playlistId, move)
  // When the page is left, no further step follows.
  addEventListener('pagehide', move.sendNow, { signal: sent.signal })
  document.addEventListener('visibilitychange', move.sendNow, { signal: sent.signal })
  return move
}

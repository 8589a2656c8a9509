import { fetchSimilarTracks, similarLimits } from '@refrain/contract/catalogue/similar-tracks'
import type { Player } from '@refrain/player/player'
import { onSessionEnd } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { announce } from '../announcements/announce.ts'
import { toPlayerTrack } from '../engine/player-track.ts'
import { toSimilarList } from './similar-list.ts'

/** Pause before similar music is asked for once more, in milliseconds. */
const RETRY_MS = 10_000

/**
 * While the last track plays, finds what autoplay goes on with, so that it joins without a gap; after its end, too, where autoplay is
 * switched on only then. Forgets at the end of a session.
 */
export function startAutoplay(player: Player): void {
  /** Ids of the tracks that have played in this tab, the latest first. */
  let played: readonly string[] = []
  let seenLoad = -1
  /** The load for which similar music is known or being found. */
  let askedLoad = -1
  let session = new AbortController()

  function look(): void {
    const { track, load, status, settings, followingTrack } = player.getState()
    const { position, duration } = player.progress.getState()
    const isAtEnd = status === 'paused' && duration > 0 && position >= duration
    // Tracks that are skipped before they play tell nothing. After the end, play goes on with what is found.
    if (!track || !(status === 'playing' || isAtEnd)) return
    if (load !== seenLoad) {
      seenLoad = load
      played = [track.id, ...played.filter(id => id !== track.id)].slice(0, similarLimits.except)
    }
    if (followingTrack || !settings.autoplay || askedLoad === load) return
    askedLoad = load
    find().catch(() => {
      setTimeout(() => {
        if (askedLoad === load) askedLoad = -1
        look()
      }, RETRY_MS)
    })
  }

  async function find(): Promise<void> {
    const { track, load, queue } = player.getState()
    const { signal } = session
    if (!track) return
    const seeds = played.slice(0, similarLimits.to)
    const others = new Set([...played, ...queue.map(({ id }) => id).toReversed()])
    for (const id of seeds) others.delete(id)
    const except = [...others].slice(0, similarLimits.except)
    const found = await call(fetchSimilarTracks, { tracks: seeds, except }, signal)
    if (signal.aborted || player.getState().load !== load) return
    if (found.length === 0) {
      const { playbackTexts } = await import('@refrain/messages/en/playback')
      announce(playbackTexts.noSimilarMusic, { isShown: true })
      return
    }
    player.setContinuation(toSimilarList(track, found.map(toPlayerTrack)))
  }

  function forget(): void {
    played = []
    session.abort()
    session = new AbortController()
  }

  player.subscribe(look)
  onSessionEnd(forget, new AbortController().signal)
  look()
}

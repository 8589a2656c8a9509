import type { Player } from '@refrain/player/player'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import type { PositionStore } from './position-store.ts'
import { isAudiobook, isResumable } from './recordings.ts'
import { NO_OFFER, resumeOffer } from './resume-offer.ts'

/** At most one write in this time while it plays. */
const WRITE_MS = 15_000
/** In seconds: what is left before, starts at 0 the next time anyway. */
const LEAST = 15
/** In seconds from its end: whoever has come so far has heard it. */
const END = 20
/** In seconds: later than this, listeners have settled where they are. */
const EARLY = 5
/** In seconds of listening, after which nobody wants to continue elsewhere. */
const OFFERED = 120

interface Place {
  readonly position: number
  readonly duration: number
}

interface Heard {
  readonly track: PlayerTrack
  readonly load: number
  place: Place
  /** Where it was before the start: the player goes there before it says that another track is loaded. */
  before: Place | undefined
  /** In seconds, as stored; undefined until it is known, and nothing is written. */
  stored: number | undefined
  isAsking: boolean
  writtenAt: number
}

/**
 * Remembers where long recordings are left: every 15 seconds, and on pause, change of track and leaving the page. Audiobooks
 * go on there; of others, the player offers it.
 * @returns stops it
 */
export function keepPositions(
  player: Player,
  store: PositionStore,
  now = () => performance.now(),
): () => void {
  let heard: Heard | undefined
  const isOffered = () => heard !== undefined && resumeOffer.getState().load === heard.load

  function save(): void {
    if (heard?.stored === undefined || isOffered()) return
    const { track, stored } = heard
    const { position, duration } = heard.place
    const isAtEnd = duration > 0 && position >= duration - END
    if (position < LEAST && !isAtEnd) return
    const wanted = isAtEnd ? 0 : position
    if (Math.abs(wanted - stored) < 1) return
    heard.stored = wanted
    heard.writtenAt = now()
    void store.write(track.id, wanted)
  }

  async function ask(one: Heard): Promise<void> {
    one.isAsking = true
    const stored = await store.read(one.track.id).catch(() => undefined)
    one.isAsking = false
    if (heard !== one) return
    one.stored = stored
    const { position, duration } = one.place
    if (!stored || (duration > 0 && stored >= duration - END)) return
    if (position >= EARLY && Math.abs(position - stored) < OFFERED) return
    if (isAudiobook(one.track) && position < EARLY) player.seekTo(stored)
    else resumeOffer.update({ load: one.load, position: stored })
  }

  function leave(): void {
    if (heard?.before) heard.place = heard.before
    save()
    heard = undefined
    resumeOffer.update(NO_OFFER)
  }

  function onState(): void {
    const { status, track, load } = player.getState()
    if (heard && heard.load !== load) leave()
    if (!heard && track && status === 'playing' && isResumable(track)) {
      const place = player.progress.getState()
      const unknown = { before: undefined, stored: undefined, isAsking: false }
      heard = { track, load, place, ...unknown, writtenAt: now() }
      void ask(heard)
    }
    if (status === 'paused') save()
  }

  function onProgress(): void {
    if (!heard || player.getState().load !== heard.load) return
    const place = player.progress.getState()
    heard.before = place.position === 0 ? heard.place : undefined
    heard.place = place
    if (isOffered() && place.position >= OFFERED) resumeOffer.update(NO_OFFER)
    if (now() - heard.writtenAt < WRITE_MS) return
    if (heard.stored === undefined && !heard.isAsking) {
      heard.writtenAt = now()
      void ask(heard)
    }
    save()
  }

  const stops = [player.subscribe(onState), player.progress.subscribe(onProgress)]
  addEventListener('pagehide', save)
  onState()
  return () => {
    for (const stop of stops) stop()
    removeEventListener('pagehide', save)
    leave()
  }
}

import type { OutputEvents } from '../output/output.ts'
import { areContinuous } from '../queue/continuity.ts'
import { fadeLength } from '../sequencer/fade-curves.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import type { DeckPair } from './deck-pair.ts'
import { isDecodeError } from './source/media-error.ts'

/** So long before a fade its moment is aimed at exactly. */
const AIM_SECONDS = 1
/** A fade that comes so late is no longer than this. */
const SHORTEST_SECONDS = 0.05
/** So long after a fade the deck that went is surely silent. */
const SILENT_MS = 60

export interface FadesParts {
  readonly decks: DeckPair
  /** Fetches what the start of a track needs. */
  readonly prefetch: (track: PlayerTrack) => void
  readonly events: Pick<OutputEvents, 'onAdvanced' | 'onUnplayable'>
}

/** When the other deck starts what follows, and how the active one gives way to it. */
export interface Fades {
  /** A track begins on the active deck, after whatever was. */
  begin(track: PlayerTrack, position: number): void
  /** Names what follows. */
  follow(track: PlayerTrack | null): void
  /** The settings are others now. */
  change(): void
  /** The active deck has gone on with what followed, by itself. */
  pass(track: PlayerTrack): void
  resume(): void
  /** Nothing of a fade is left, nor of one that is about to begin. */
  pause(): void
  seek(seconds: number): void
  /** Where the active deck is. */
  move(position: number, duration: number): void
  /** True while the other deck has started a track that does not sound yet. */
  isStarting(): boolean
  /** The track that was started sounds: from here on it is the current one. */
  crossOver(): void
  /** The track that was started has not begun to sound in time for a fade: it follows without one. */
  takeOverUnfaded(): void
  /** The track that was started cannot be played on the other deck. */
  lose(error: unknown): void
  stop(): void
}

export function createFades({ decks, prefetch, events }: FadesParts): Fades {
  /** What the other deck has started, to fade in as soon as it sounds. */
  let incoming: PlayerTrack | undefined
  /** What the other deck could not start: it follows without a fade. */
  let unfaded: PlayerTrack | undefined
  let isFading = false
  let current: PlayerTrack | null = null
  let following: PlayerTrack | null = null
  let isPlaying = false
  let place = { position: 0, duration: 0 }
  let aim: ReturnType<typeof setTimeout> | undefined
  let over: ReturnType<typeof setTimeout> | undefined

  /** What follows, where it is to fade in. */
  const fadingNext = () =>
    decks.sound.crossfadeSeconds > 0 &&
    current &&
    following &&
    following !== unfaded &&
    !areContinuous(current, following)
      ? following
      : null
  const left = () => (place.duration - place.position) / decks.sound.rate
  const lengthOf = (next: PlayerTrack) =>
    fadeLength(decks.sound.crossfadeSeconds, place.duration, next.durationSeconds, decks.sound.rate)

  /** Decides how what follows will begin, and makes it ready. */
  function plan(): void {
    clearTimeout(aim)
    if (incoming && incoming !== following) cancelIncoming()
    const next = fadingNext()
    decks.active.setNext(next ? null : following)
    if (!next) return
    decks.other.open()
    decks.amplify()
    aimAtFade()
  }

  function aimAtFade(): void {
    clearTimeout(aim)
    const next = fadingNext()
    if (!next || !isPlaying || incoming || place.duration === 0) return
    prefetch(next)
    const seconds = left() - lengthOf(next)
    if (seconds <= AIM_SECONDS) aim = setTimeout(startIncoming, Math.max(0, seconds) * 1000, next)
  }

  function startIncoming(next: PlayerTrack): void {
    if (next !== following || !isPlaying) return
    endFade()
    incoming = next
    if (decks.startSilently(next)) return
    incoming = undefined
    unfaded = next
    plan()
  }

  function takeOver(next: PlayerTrack): void {
    decks.swap()
    current = next
    incoming = undefined
    following = null
    place = { position: 0, duration: next.durationSeconds }
    events.onAdvanced(next)
  }

  /** The track that fades out is let go of at once; the one that fades in is as loud as it should be. */
  function endFade(): void {
    if (!isFading) return
    isFading = false
    clearTimeout(over)
    decks.active.channel.open()
    decks.release()
  }

  function cancelIncoming(): void {
    incoming = undefined
    decks.release()
  }

  function forget(): void {
    clearTimeout(aim)
    endFade()
    if (incoming) cancelIncoming()
  }

  return {
    begin(track, position) {
      forget()
      current = track
      following = null
      isPlaying = true
      place = { position, duration: track.durationSeconds }
    },
    follow(track) {
      following = track
      unfaded = undefined
      plan()
    },
    change: () => current && plan(),
    pass(track) {
      current = track
      following = null
    },
    resume() {
      isPlaying = true
    },
    pause() {
      isPlaying = false
      forget()
    },
    seek(seconds) {
      forget()
      place = { ...place, position: seconds }
    },
    move(position, duration) {
      place = { position, duration }
      aimAtFade()
    },
    isStarting: () => incoming !== undefined,
    crossOver() {
      if (!incoming) return
      const seconds = Math.max(SHORTEST_SECONDS, Math.min(lengthOf(incoming), left()))
      decks.active.channel.fadeOut(seconds)
      decks.other.channel.fadeIn(seconds)
      isFading = true
      over = setTimeout(endFade, seconds * 1000 + SILENT_MS)
      takeOver(incoming)
    },
    takeOverUnfaded() {
      if (!incoming) return
      decks.other.channel.open()
      takeOver(incoming)
      decks.release()
    },
    // The other deck may be refused what the active one is not, as on phones, or a server may have stumbled:
    // the active deck tries, and tells by itself where the track cannot be played.
    lose(error) {
      const lost = incoming
      cancelIncoming()
      if (!lost) return
      if (isDecodeError(error)) return events.onUnplayable(lost)
      unfaded = lost
      plan()
    },
    stop() {
      forget()
      current = null
      following = null
      isPlaying = false
    },
  }
}

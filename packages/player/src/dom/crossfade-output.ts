import { areContinuous } from '../continuity.ts'
import { fadeLength } from '../fade-curves.ts'
import type { AudioOutput, OutputEvents } from '../output.ts'
import type { PlayerTrack } from '../state.ts'
import type { Deck } from './deck.ts'
import { DeckPair } from './deck-pair.ts'

/** So long before a fade its moment is aimed at exactly. */
const AIM_SECONDS = 1
/** A fade that comes so late is no longer than this. */
const SHORTEST_SECONDS = 0.05
/** So long after a fade the deck that went is surely silent. */
const SILENT_MS = 60

export interface CrossfadeParts {
  readonly makeDeck: () => Deck
  /** Fetches what the start of a track needs. */
  readonly warm: (track: PlayerTrack) => void
}

/**
 * Two decks, of which one fades out while the other fades in, where the listener wants it and the tracks do
 * not run into each other. Without a fade the first deck plays everything, and there is no second one.
 */
export function createCrossfadeOutput({ makeDeck, warm }: CrossfadeParts): AudioOutput {
  let events: OutputEvents
  let decks: DeckPair
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
    decks.active.prepareNext(next ? null : following)
    if (!next) return
    decks.other.open()
    decks.amplify()
    aimAtFade()
  }

  function aimAtFade(): void {
    clearTimeout(aim)
    const next = fadingNext()
    if (!next || !isPlaying || incoming || place.duration === 0) return
    warm(next)
    const seconds = left() - lengthOf(next)
    if (seconds <= AIM_SECONDS) aim = setTimeout(startIncoming, Math.max(0, seconds) * 1000, next)
  }

  function startIncoming(next: PlayerTrack): void {
    if (next !== following || !isPlaying) return
    endFade()
    incoming = next
    if (decks.startSilently(next)) return
    incoming = undefined
    followUnfaded(next)
  }

  /** The next track sounds: from here on it is the current one. */
  function crossOver(): void {
    if (!incoming) return
    const seconds = Math.max(SHORTEST_SECONDS, Math.min(lengthOf(incoming), left()))
    decks.active.channel.fadeOut(seconds)
    decks.other.channel.fadeIn(seconds)
    isFading = true
    over = setTimeout(endFade, seconds * 1000 + SILENT_MS)
    takeOver(incoming)
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

  /**
   * The other deck may be refused what the active one is not, as on phones, or a server may have stumbled:
   * the active deck tries, and tells by itself where the track cannot be played.
   */
  function loseIncoming(error: unknown): void {
    const lost = incoming
    cancelIncoming()
    if (!lost) return
    if (isOfItsMusic(error)) {
      events.onUnplayable(lost)
      return
    }
    followUnfaded(lost)
  }

  function followUnfaded(next: PlayerTrack): void {
    unfaded = next
    plan()
  }

  /** Nothing of a fade is left, nor of one that is about to begin. */
  function forget(): void {
    clearTimeout(aim)
    endFade()
    if (incoming) cancelIncoming()
  }

  function eventsOf(deck: Deck): OutputEvents {
    const tell =
      <Args extends unknown[]>(
        ofActive: (...args: Args) => void,
        ofIncoming: (...args: Args) => void = () => {},
      ) =>
      (...args: Args) => {
        if (deck === decks.active) ofActive(...args)
        else if (incoming) ofIncoming(...args)
      }
    return {
      onSounding: tell(() => events.onSounding(), crossOver),
      onWaiting: tell(() => events.onWaiting()),
      onPaused: tell(() => {
        isPlaying = false
        forget()
        events.onPaused()
      }),
      onPosition: tell((position: number, duration: number) => {
        place = { position, duration }
        aimAtFade()
        events.onPosition(position, duration)
      }),
      onAdvanced: tell((track: PlayerTrack) => {
        current = track
        following = null
        events.onAdvanced(track)
      }),
      onEnded: tell(() => {
        if (!incoming) return events.onEnded()
        // It has not begun to sound in time for a fade: it follows without one.
        decks.other.channel.open()
        takeOver(incoming)
        decks.release()
        events.onWaiting()
      }),
      onFailed: tell((error: unknown) => events.onFailed(error), loseIncoming),
      onUnplayable: tell((track: PlayerTrack) => events.onUnplayable(track)),
    }
  }

  return {
    attach(listener) {
      events = listener
      decks = new DeckPair(makeDeck, eventsOf)
    },
    start(track, position) {
      forget()
      decks.active.channel.open()
      current = track
      following = null
      isPlaying = true
      place = { position, duration: track.durationSeconds }
      decks.active.start(track, position)
      decks.amplify()
    },
    resume() {
      isPlaying = true
      decks.active.resume()
    },
    pause() {
      isPlaying = false
      forget()
      decks.active.pause()
    },
    seek(seconds) {
      forget()
      place = { ...place, position: seconds }
      decks.active.seek(seconds)
    },
    setVolume: volume => decks.setVolume(volume),
    setSound(sound) {
      decks.setSound(sound)
      if (current) plan()
    },
    prepareNext(track) {
      following = track
      unfaded = undefined
      plan()
    },
    warm(track) {
      decks.active.open()
      warm(track)
    },
    stop() {
      forget()
      current = null
      following = null
      isPlaying = false
      decks.stop()
    },
    destroy() {
      forget()
      decks.destroy()
    },
  }
}

/** True where the fault is in the file, which another attempt does not mend. */
function isOfItsMusic(error: unknown): boolean {
  return error instanceof MediaError && error.code === MediaError.MEDIA_ERR_DECODE
}

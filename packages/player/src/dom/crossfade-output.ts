import { areContinuous } from '../continuity.ts'
import { fadeLength } from '../fade-curves.ts'
import type { AudioOutput, OutputEvents, OutputSound } from '../output.ts'
import type { PlayerTrack } from '../state.ts'
import type { Deck } from './deck.ts'

/** So long before a fade its moment is aimed at exactly. */
const AIM_SECONDS = 1
/** After a fade, and where one is broken off, a deck is stopped once it is surely silent. */
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
  let active: Deck
  let other: Deck | undefined
  /** What the other deck starts, to fade in as soon as it sounds. */
  let incoming: PlayerTrack | undefined
  let isFading = false
  let current: PlayerTrack | null = null
  let following: PlayerTrack | null = null
  let volume = 1
  let sound: OutputSound = { crossfadeSeconds: 0, gain: 'off', rate: 1 }
  let isPlaying = false
  let place = { position: 0, duration: 0 }
  let aim: ReturnType<typeof setTimeout> | undefined
  let over: ReturnType<typeof setTimeout> | undefined

  function addDeck(): Deck {
    const deck = makeDeck()
    deck.attach(eventsOf(deck))
    deck.setVolume(volume)
    deck.setSound(sound)
    return deck
  }

  const wantsFade = () =>
    sound.crossfadeSeconds > 0 && current && following && !areContinuous(current, following)
  const lengthOfFade = (next: PlayerTrack) =>
    fadeLength(sound.crossfadeSeconds, place.duration, next.durationSeconds, sound.rate)

  /** Decides how what follows will begin, and makes it ready. */
  function plan(): void {
    clearTimeout(aim)
    if (incoming && incoming !== following) cancelIncoming()
    const fades = wantsFade()
    active.prepareNext(fades ? null : following)
    if (!fades || !following) return
    other ??= addDeck()
    amplify()
    aimAtFade()
  }

  /** Only what goes through Web Audio can fade; the way is chosen while nothing sounds, where that can be. */
  function amplify(): void {
    if (sound.crossfadeSeconds === 0) return
    for (const deck of [active, other]) deck?.channel.amplify()
  }

  function aimAtFade(): void {
    clearTimeout(aim)
    if (!wantsFade() || !following || !isPlaying || incoming || place.duration === 0) return
    warm(following)
    const left = (place.duration - place.position) / sound.rate - lengthOfFade(following)
    if (left <= AIM_SECONDS) aim = setTimeout(startIncoming, Math.max(0, left) * 1000)
  }

  function startIncoming(): void {
    if (!following || !other || !isPlaying) return
    endFade()
    incoming = following
    other.channel.mute()
    other.start(following, 0)
  }

  /** The next track sounds: from here on it is the current one. */
  function crossOver(): void {
    if (!incoming || !other) return
    const leaving = active
    const left = (place.duration - place.position) / sound.rate
    const seconds = Math.max(0.05, Math.min(lengthOfFade(incoming), left))
    leaving.channel.fadeOut(seconds)
    other.channel.fadeIn(seconds)
    isFading = true
    over = setTimeout(endFade, seconds * 1000 + SILENT_MS)
    takeOver(leaving)
  }

  function takeOver(leaving: Deck): void {
    if (!incoming || !other) return
    active = other
    other = leaving
    current = incoming
    incoming = undefined
    following = null
    place = { position: 0, duration: current.durationSeconds }
    events.onAdvanced(current)
  }

  /** The track that fades out is let go of at once; the one that fades in is as loud as it should be. */
  function endFade(): void {
    if (!isFading) return
    isFading = false
    clearTimeout(over)
    active.channel.open()
    release(other)
  }

  function cancelIncoming(): void {
    incoming = undefined
    release(other)
  }

  /** Silences a deck, then lets it go. */
  function release(deck: Deck | undefined): void {
    if (!deck) return
    deck.channel.hush()
    deck.pause()
    deck.stop()
  }

  function eventsOf(deck: Deck): OutputEvents {
    const tell =
      <Args extends unknown[]>(ofActive: (...args: Args) => void, ofIncoming = () => {}) =>
      (...args: Args) => {
        if (deck === active) ofActive(...args)
        else if (incoming) ofIncoming()
      }
    const lose = () => {
      const lost = incoming
      cancelIncoming()
      if (lost) events.onUnplayable(lost)
    }
    return {
      onSounding: tell(() => events.onSounding(), crossOver),
      onWaiting: tell(() => events.onWaiting()),
      onPaused: tell(() => {
        isPlaying = false
        endFade()
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
        if (!incoming || !other) return events.onEnded()
        // It has not begun to sound in time for a fade: it follows without one.
        const before = active
        other.channel.open()
        takeOver(before)
        release(before)
        events.onWaiting()
      }),
      onFailed: tell((error: unknown) => events.onFailed(error), lose),
      onUnplayable: track => {
        if (deck === active) events.onUnplayable(track)
      },
    }
  }

  function forget(): void {
    clearTimeout(aim)
    endFade()
    if (incoming) cancelIncoming()
  }

  return {
    attach(listener) {
      events = listener
      active = addDeck()
    },
    start(track, position) {
      forget()
      active.channel.open()
      current = track
      following = null
      isPlaying = true
      place = { position, duration: track.durationSeconds }
      active.start(track, position)
      amplify()
    },
    resume() {
      isPlaying = true
      active.resume()
    },
    pause() {
      isPlaying = false
      forget()
      active.pause()
    },
    seek(seconds) {
      forget()
      place = { ...place, position: seconds }
      active.seek(seconds)
    },
    setVolume(wanted) {
      volume = wanted
      for (const deck of [active, other]) deck?.setVolume(wanted)
    },
    setSound(wanted) {
      sound = wanted
      for (const deck of [active, other]) deck?.setSound(wanted)
      if (current) plan()
    },
    prepareNext(track) {
      following = track
      plan()
    },
    warm(track) {
      active.open()
      warm(track)
    },
    stop() {
      forget()
      current = null
      following = null
      isPlaying = false
      for (const deck of [active, other]) deck?.stop()
    },
    destroy() {
      forget()
      for (const deck of [active, other]) deck?.destroy()
    },
  }
}

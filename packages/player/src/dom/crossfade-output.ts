import type { AudioOutput, OutputEvents } from '../output/output.ts'
import type { Deck } from './deck.ts'
import { DeckPair } from './deck-pair.ts'
import { createFades, type Fades, type FadesParts } from './fades.ts'

export interface CrossfadeParts extends Pick<FadesParts, 'prefetch'> {
  readonly makeDeck: () => Deck
}

/**
 * Two decks, of which one fades out while the other fades in, where the listener wants it and the tracks do
 * not run into each other. Without a fade the first deck plays everything, and there is no second one.
 */
export function createCrossfadeOutput({
  makeDeck,
  prefetch,
}: CrossfadeParts): Omit<AudioOutput, 'fadeOut' | 'fadeIn'> {
  let events: OutputEvents
  let decks: DeckPair
  let fades: Fades

  /** What the active deck tells is told on; the other one's start is the affair of the fades. */
  function eventsOf(deck: Deck): OutputEvents {
    const tell =
      <Args extends unknown[]>(
        ofActive: (...args: Args) => void,
        ofIncoming: (...args: Args) => void = () => {},
      ) =>
      (...args: Args) => {
        if (deck === decks.active) ofActive(...args)
        else if (fades.isStarting()) ofIncoming(...args)
      }
    return {
      onSounding: tell(
        () => events.onSounding(),
        () => fades.crossOver(),
      ),
      onWaiting: tell(() => events.onWaiting()),
      onPaused: tell(() => {
        fades.pause()
        events.onPaused()
      }),
      onPosition: tell((position, duration) => {
        fades.move(position, duration)
        events.onPosition(position, duration)
      }),
      onAdvanced: tell(track => {
        fades.pass(track)
        events.onAdvanced(track)
      }),
      onEnded: tell(() => {
        if (!fades.isStarting()) return events.onEnded()
        fades.takeOverUnfaded()
        events.onWaiting()
      }),
      onFailed: tell(
        error => events.onFailed(error),
        error => fades.lose(error),
      ),
      onUnplayable: tell(track => events.onUnplayable(track)),
    }
  }

  return {
    attach(listener) {
      events = listener
      decks = new DeckPair(makeDeck, eventsOf)
      fades = createFades({ decks, prefetch, events })
    },
    start(track, position) {
      fades.begin(track, position)
      decks.active.channel.open()
      decks.active.start(track, position)
      decks.amplify()
    },
    resume() {
      fades.resume()
      decks.active.resume()
    },
    pause() {
      fades.pause()
      decks.active.pause()
    },
    seek(seconds) {
      fades.seek(seconds)
      decks.active.seek(seconds)
    },
    setVolume: volume => decks.setVolume(volume),
    setSettings(sound) {
      decks.setSound(sound)
      fades.change()
    },
    setNext: track => fades.follow(track),
    prefetch(track) {
      decks.active.open()
      prefetch(track)
    },
    stop() {
      fades.stop()
      decks.stop()
    },
    destroy() {
      fades.stop()
      decks.destroy()
    },
  }
}

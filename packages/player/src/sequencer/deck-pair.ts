import type { Clock } from '../clock.ts'
import type { Deck } from '../dom/deck/deck.ts'
import type { OutputSettings } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'

/** A muted deck is silent after this time. */
const MUTE_MS = 50

/** Two decks that take turns; the second one is created when it is first needed. */
export class DeckPair {
  readonly #createDeck: () => Deck
  readonly #clock: Clock
  #volume = 1
  #settings: OutputSettings | undefined
  #active: Deck
  #other: Deck | undefined
  #cancelStop = () => {}

  constructor(createDeck: () => Deck, clock: Clock) {
    this.#createDeck = createDeck
    this.#clock = clock
    this.#active = this.#add()
  }

  /** The deck of the current track. */
  get active(): Deck {
    return this.#active
  }

  get other(): Deck {
    this.#other ??= this.#add()
    return this.#other
  }

  swap(): void {
    const { other } = this
    this.#other = this.#active
    this.#active = other
  }

  /**
   * Starts a track silently on the other deck.
   * @returns false if the browser does not allow Web Audio yet; nothing is started then
   */
  startSilently(track: PlayerTrack, kind: 'stream' | 'file'): boolean {
    this.#stopOther()
    const { other } = this
    other.gain.amplify()
    if (![this.#active, other].every(({ gain }) => gain.isAmplified)) return false
    other.gain.mute()
    other.load(kind, track, 0)
    other.loudness.start(track)
    other.play()
    return true
  }

  /** Loads the start of a track's file on the other deck. */
  preloadFile(track: PlayerTrack): void {
    this.#stopOther()
    const { other } = this
    // Now, because amplifying a deck that plays makes a gap.
    if (this.#settings?.crossfadeSeconds) other.gain.amplify()
    other.preloadFile(track, 'metadata')
    other.loudness.start(track)
  }

  /** Stops the other deck without a click. */
  releaseOther(): void {
    if (!this.#other) return
    this.#other.gain.fadeToSilence()
    this.#cancelStop()
    this.#cancelStop = this.#clock.after(MUTE_MS, () => this.#stopOther())
  }

  /** Routes the audio through Web Audio, which a crossfade needs; without a gap if nothing plays now. */
  amplify(): void {
    for (const deck of this.#all()) deck.gain.amplify()
  }

  setVolume(volume: number): void {
    this.#volume = volume
    for (const { gain } of this.#all()) gain.setVolume(volume)
  }

  setSettings(settings: OutputSettings): void {
    this.#settings = settings
    for (const deck of this.#all()) this.#configure(deck)
  }

  stop(): void {
    this.#cancelStop()
    for (const deck of this.#all()) deck.stop()
  }

  destroy(): void {
    this.#cancelStop()
    for (const deck of this.#all()) deck.destroy()
  }

  #stopOther(): void {
    this.#cancelStop()
    this.#other?.stop()
  }

  #all(): Deck[] {
    return this.#other ? [this.#active, this.#other] : [this.#active]
  }

  #configure(deck: Deck): void {
    if (!this.#settings) return
    deck.setRate(this.#settings.rate)
    deck.loudness.setSettings(this.#settings)
  }

  #add(): Deck {
    const deck = this.#createDeck()
    deck.gain.setVolume(this.#volume)
    this.#configure(deck)
    return deck
  }
}

import type { OutputEvents, OutputSettings } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import type { Deck } from './deck.ts'

/** So long after it was hushed a deck is silent. */
const HUSHED_MS = 50

/** Two decks that take turns; the second is made when it is first needed. */
export class DeckPair {
  readonly #makeDeck: () => Deck
  readonly #eventsOf: (deck: Deck) => OutputEvents
  #volume = 1
  #sound: OutputSettings = { crossfadeSeconds: 0, gain: 'off', rate: 1 }
  #active: Deck
  #other: Deck | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  /** @param eventsOf who is told what happens on a deck */
  constructor(makeDeck: () => Deck, eventsOf: (deck: Deck) => OutputEvents) {
    this.#makeDeck = makeDeck
    this.#eventsOf = eventsOf
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

  get sound(): OutputSettings {
    return this.#sound
  }

  swap(): void {
    const { other } = this
    this.#other = this.#active
    this.#active = other
  }

  /**
   * Starts a track on the deck that is not active, which is silent until it fades in.
   * @returns false: the browser lets nothing fade now, and nothing was started
   */
  startSilently(track: PlayerTrack): boolean {
    this.#letGo()
    const { other } = this
    other.channel.amplify()
    if (![this.#active, other].every(deck => deck.channel.isAmplified())) return false
    other.channel.mute()
    other.start(track, 0)
    return true
  }

  /** Lets go of the deck that is not active, as soon as no click is heard. */
  release(): void {
    if (!this.#other) return
    this.#other.channel.hush()
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => this.#letGo(), HUSHED_MS)
  }

  /** Only what goes through Web Audio can fade; the way changes while nothing sounds, where that can be. */
  amplify(): void {
    if (this.#sound.crossfadeSeconds > 0) this.#each(deck => deck.channel.amplify())
  }

  setVolume(volume: number): void {
    this.#volume = volume
    this.#each(deck => deck.setVolume(volume))
  }

  setSound(sound: OutputSettings): void {
    this.#sound = sound
    this.#each(deck => deck.setSettings(sound))
  }

  stop(): void {
    clearTimeout(this.#leaving)
    this.#each(deck => deck.stop())
  }

  destroy(): void {
    clearTimeout(this.#leaving)
    this.#each(deck => deck.destroy())
  }

  #letGo(): void {
    clearTimeout(this.#leaving)
    this.#other?.stop()
  }

  #each(act: (deck: Deck) => void): void {
    for (const deck of [this.#active, this.#other]) if (deck) act(deck)
  }

  #add(): Deck {
    const deck = this.#makeDeck()
    deck.attach(this.#eventsOf(deck))
    deck.setVolume(this.#volume)
    deck.setSettings(this.#sound)
    return deck
  }
}

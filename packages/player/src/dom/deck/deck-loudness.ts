import { type Clock, SYSTEM_CLOCK } from '../../clock.ts'
import type { OutputSettings } from '../../output/output.ts'
import { areContinuous } from '../../queue/continuity.ts'
import type { PlayerTrack } from '../../state/player-state.ts'
import { loudnessFactor } from './loudness.ts'

/** The end of a track is timed exactly once it is this near. */
const SCHEDULE_MS = 1_000
/** Silencing the element takes 150 ms, and the rerouting is done this long before the next track begins. */
const REROUTE_MS = 150 + 150

/** The gain of a deck, as far as its loudness needs it. */
export interface LoudnessGain {
  setFactor(factor: number): void
  /** Routes the audio through Web Audio, after a short dip if something plays. */
  amplify(): void
  amplifyIfSilent(): void
}

export interface DeckLoudnessParts {
  readonly gain: LoudnessGain
  /** The loudness of a track; rejects if it is unknown. */
  readonly findGain: (
    track: PlayerTrack,
    isWanted: () => boolean,
  ) => Promise<Parameters<typeof loudnessFactor>[0]>
  /** Whether the gain can lower the volume without Web Audio; by default yes. */
  readonly canSetVolume?: boolean
  readonly clock?: Clock
}

/**
 * Sets the gain of a deck for each of its tracks. Making a track louder needs Web Audio, and rerouting the audio
 * dips it for a moment: this happens before such a track begins or, between consecutive tracks of an album, at the
 * next pause, seek or stall.
 */
export class DeckLoudness {
  readonly #gain: LoudnessGain
  readonly #findGain: DeckLoudnessParts['findGain']
  readonly #canSetVolume: boolean
  readonly #clock: Clock
  #mode: OutputSettings['gain'] = 'off'
  #isAutomatic = false
  #rate = 1
  #track: PlayerTrack | null = null
  #appended: PlayerTrack | null = null
  #isPlaying = false
  /** The appended track whose loudness was looked up. */
  #lookedUp: PlayerTrack | undefined
  /** The track or the appended one is to be amplified. */
  #needsAmplifier = false
  #cancelReroute = () => {}

  constructor({ gain, findGain, canSetVolume = true, clock = SYSTEM_CLOCK }: DeckLoudnessParts) {
    this.#gain = gain
    this.#findGain = findGain
    this.#canSetVolume = canSetVolume
    this.#clock = clock
  }

  setSettings({
    gain,
    isGainAutomatic = false,
    rate,
  }: Pick<OutputSettings, 'gain' | 'isGainAutomatic' | 'rate'>): void {
    this.#rate = rate
    if (gain === this.#mode && isGainAutomatic === this.#isAutomatic) return
    this.#mode = gain
    this.#isAutomatic = isGainAutomatic
    this.#lookedUp = undefined
    this.#needsAmplifier = false
    this.#apply(true)
    this.#lookAhead()
  }

  /** A track starts on this deck. */
  start(track: PlayerTrack): void {
    this.#setTrack(track)
    this.#isPlaying = false
    this.#apply(true)
  }

  /** The appended track has become the current one. */
  advance(track: PlayerTrack): void {
    const mayDip = !this.#track || !areContinuous(this.#track, track)
    this.#setTrack(track)
    this.#apply(mayDip)
  }

  /** The track that follows on this deck. */
  setNext(track: PlayerTrack | null): void {
    this.#cancelReroute()
    this.#appended = track
    this.#lookAhead()
  }

  /** The track plays, so requests for the next one no longer delay it. */
  onPlaying(): void {
    this.#isPlaying = true
    this.#lookAhead()
  }

  onPosition(position: number, duration: number): void {
    this.#cancelReroute()
    if (!this.#needsAmplifier || !this.#track || !this.#appended) return
    if (areContinuous(this.#track, this.#appended)) return
    const leftMs = ((duration - position) / this.#rate) * 1000
    if (leftMs >= SCHEDULE_MS) return
    this.#cancelReroute = this.#clock.after(Math.max(0, leftMs - REROUTE_MS), () => this.#gain.amplify())
  }

  /** Nothing may be audible now. */
  onSilence(): void {
    this.#cancelReroute()
    if (this.#needsAmplifier) this.#gain.amplifyIfSilent()
  }

  stop(): void {
    this.#setTrack(null)
    this.#isPlaying = false
  }

  #setTrack(track: PlayerTrack | null): void {
    this.#cancelReroute()
    this.#track = track
    this.#appended = null
    this.#lookedUp = undefined
    this.#needsAmplifier = false
  }

  /**
   * A track of unknown loudness plays as it is. Where the volume cannot be set, iPhones, Web Audio may end playback behind a locked
   * screen: nothing is made louder unless the listener chose the gain.
   */
  #findFactor(track: PlayerTrack): Promise<number> {
    const highest = this.#isAutomatic && !this.#canSetVolume ? 1 : Number.POSITIVE_INFINITY
    const isWanted = () => track === this.#track || track === this.#appended
    return this.#findGain(track, isWanted).then(
      gain => Math.min(highest, loudnessFactor(gain, this.#mode)),
      () => 1,
    )
  }

  #apply(mayDip: boolean): void {
    const track = this.#track
    if (!track || this.#mode === 'off') {
      this.#gain.setFactor(1)
      return
    }
    void this.#findFactor(track).then(factor => {
      if (this.#track !== track) return
      if (factor > 1) {
        this.#needsAmplifier = true
        if (mayDip) this.#gain.amplify()
        else this.#gain.amplifyIfSilent()
      }
      this.#gain.setFactor(factor)
    })
  }

  #lookAhead(): void {
    const track = this.#appended
    if (!track || this.#mode === 'off' || !this.#isPlaying || this.#lookedUp === track) return
    this.#lookedUp = track
    void this.#findFactor(track).then(factor => {
      if (this.#appended !== track || factor <= 1) return
      this.#needsAmplifier = true
      this.#gain.amplifyIfSilent()
    })
  }
}

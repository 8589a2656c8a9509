import type { Mixer } from './mixer.ts'
import { isSilent, VolumeRamp } from './volume-ramp.ts'

const FADE_POINTS = 128

/** Gain of the incoming track over time. With FADE_OUT it keeps the sum of powers constant. */
const FADE_IN = Float32Array.from({ length: FADE_POINTS }, (_, i) =>
  Math.sin((i / (FADE_POINTS - 1)) * (Math.PI / 2)),
)
/** Gain of the outgoing track over time. */
const FADE_OUT = FADE_IN.toReversed()

/** Gain changes take this long, so that they do not click. */
const RAMP_SECONDS = 0.03

interface Amplifier {
  readonly level: GainNode
  readonly fader: GainNode
}

/**
 * The gain of one media element: the element's own volume or, once it is amplified, Web Audio nodes, which can also
 * make it louder and fade it.
 */
export class DeckGain {
  readonly #element: HTMLMediaElement
  readonly #mixer: Mixer
  readonly #ramp: VolumeRamp
  #volume = 1
  #factor = 1
  #amplifier: Amplifier | undefined
  #isWaitingForMixer = false
  #isRerouting = false

  constructor(element: HTMLMediaElement, mixer: Mixer) {
    this.#element = element
    this.#mixer = mixer
    this.#ramp = new VolumeRamp(element)
  }

  /** Whether the audio goes through Web Audio. */
  get isAmplified(): boolean {
    return this.#amplifier !== undefined
  }

  /** The listener's volume, 0 to 1. */
  setVolume(volume: number): void {
    this.#volume = volume
    this.#apply()
  }

  /** The loudness factor; above 1 it takes effect once the audio is amplified. */
  setFactor(factor: number): void {
    if (factor === this.#factor) return
    this.#factor = factor
    this.#apply()
  }

  /** Routes the audio through Web Audio from now on, or as soon as the browser allows that. */
  amplify(): void {
    if (this.#amplifier || this.#isRerouting || this.#isWaitingForMixer) return
    if (this.#mixer.canPlay()) {
      this.#reroute()
      return
    }
    this.#isWaitingForMixer = true
    this.#mixer.whenRunning(() => {
      this.#isWaitingForMixer = false
      this.amplify()
    })
  }

  amplifyIfSilent(): void {
    if (this.#amplifier || this.#isRerouting) return
    if (this.#mixer.canPlay() && isSilent(this.#element)) this.#connect()
  }

  /** Silent until it fades in or opens. */
  mute(): void {
    if (!this.#amplifier) return
    const { gain } = this.#amplifier.fader
    gain.cancelScheduledValues(0)
    gain.setValueAtTime(0, this.#mixer.context.currentTime)
  }

  fadeIn(seconds: number): void {
    this.#fade(FADE_IN, seconds)
  }

  fadeOut(seconds: number): void {
    this.#fade(FADE_OUT, seconds)
  }

  /** Silent without a click. */
  fadeToSilence(): void {
    if (this.#amplifier) this.#rampTo(this.#amplifier.fader.gain, 0)
  }

  /** Ends all fades: full level. */
  open(): void {
    if (this.#amplifier) this.#rampTo(this.#amplifier.fader.gain, 1)
  }

  #apply(): void {
    const level = this.#volume * this.#factor
    if (this.#amplifier) this.#rampTo(this.#amplifier.level.gain, level)
    else if (!this.#isRerouting) void this.#ramp.moveTo(Math.min(1, level))
  }

  #rampTo(gain: AudioParam, to: number): void {
    const now = this.#mixer.context.currentTime
    const { value } = gain
    gain.cancelScheduledValues(0)
    gain.setValueAtTime(value, now)
    gain.linearRampToValueAtTime(to, now + RAMP_SECONDS)
  }

  /** The element is silenced before its audio takes another route. */
  #reroute(): void {
    if (isSilent(this.#element)) {
      this.#connect()
      return
    }
    this.#isRerouting = true
    void this.#ramp.moveTo(0).then(() => {
      this.#isRerouting = false
      this.#connect()
    })
  }

  #connect(): void {
    if (this.#amplifier) return
    const { context, input } = this.#mixer
    this.#amplifier = { level: new GainNode(context, { gain: 0 }), fader: new GainNode(context) }
    this.#amplifier.level.connect(this.#amplifier.fader).connect(input)
    context.createMediaElementSource(this.#element).connect(this.#amplifier.level)
    // Only now: before, the element would be loud for a moment.
    this.#element.volume = 1
    this.#element.muted = false
    this.#apply()
    this.#mixer.wake()
  }

  /**
   * Uses short ramps: Firefox cannot cancel a value curve that has begun, and throws at any other change until the
   * curve ends.
   */
  #fade(curve: Float32Array, seconds: number): void {
    if (!this.#amplifier) return
    const { gain } = this.#amplifier.fader
    const now = this.#mixer.context.currentTime
    const step = seconds / (curve.length - 1)
    gain.cancelScheduledValues(0)
    curve.forEach((level, i) => {
      if (i === 0) gain.setValueAtTime(level, now)
      else gain.linearRampToValueAtTime(level, now + i * step)
    })
  }
}

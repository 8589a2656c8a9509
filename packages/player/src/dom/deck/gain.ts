import { FADE_IN, FADE_OUT } from '../../sequencer/fade-curves.ts'
import type { Mixer } from './mixer.ts'
import { createVolumeRamp, isSilent } from './volume-ramp.ts'

/** A change of level takes so long that no click is heard. */
const GLIDE_SECONDS = 0.03

/** How loud and how fast a few elements sound together. */
export interface Channel {
  /** An element that sounds through it. */
  createElement(): HTMLAudioElement
  /** The listener's volume, 0 to 1. */
  setVolume(volume: number): void
  /** What the samples are multiplied by, to be as loud as others. */
  setFactor(factor: number): void
  /** The pitch stays. */
  setRate(rate: number): void
  /**
   * From now on the sound goes through Web Audio; what is louder than full scale, or fades, has to. Until the
   * browser lets that be heard, it goes the way it went.
   */
  amplify(): void
  /** The same, but only where nothing sounds now. */
  amplifyIfSilent(): void
  /** The sound goes through Web Audio. */
  isAmplified(): boolean
  /** Silent from now on, until it fades in. */
  mute(): void
  fadeIn(seconds: number): void
  fadeOut(seconds: number): void
  /** Silent as soon as no click is heard. */
  hush(): void
  /** Ends all fading: as loud as it is meant to be. */
  open(): void
}

interface Amplifier {
  readonly gain: GainNode
  readonly fader: GainNode
}

export function createChannel(createElement: () => HTMLAudioElement, mixer: Mixer): Channel {
  const elements: HTMLAudioElement[] = []
  const ramp = createVolumeRamp(elements)
  let volume = 1
  let factor = 1
  let rate = 1
  let amplifier: Amplifier | undefined
  /** It is to go through Web Audio as soon as that is heard. */
  let isAwaited = false
  let isChanging = false

  function apply(): void {
    const level = volume * factor
    if (amplifier) glide(amplifier.gain.gain, level)
    else if (!isChanging) void ramp.move(Math.min(1, level))
  }

  /** Moves a level on the clock of the sound. */
  function glide(level: AudioParam, to: number): void {
    const now = mixer.context.currentTime
    const { value } = level
    level.cancelScheduledValues(0)
    level.setValueAtTime(value, now)
    level.linearRampToValueAtTime(to, now + GLIDE_SECONDS)
  }

  function applyRate(element: HTMLAudioElement): void {
    // Loading takes an element back to its default.
    element.defaultPlaybackRate = rate
    element.playbackRate = rate
  }

  function amplify(): void {
    if (amplifier || isChanging || isAwaited) return
    if (mixer.canSound()) {
      change()
      return
    }
    isAwaited = true
    mixer.whenSounding(() => {
      isAwaited = false
      amplify()
    })
  }

  function change(): void {
    if (elements.every(isSilent)) {
      build()
      return
    }
    // Where something sounds it is silent for a moment: the way changes.
    isChanging = true
    void ramp.move(0).then(() => {
      isChanging = false
      build()
    })
  }

  function build(): void {
    if (amplifier) return
    const { context, input } = mixer
    amplifier = { gain: new GainNode(context, { gain: 0 }), fader: new GainNode(context) }
    amplifier.gain.connect(amplifier.fader).connect(input)
    for (const element of elements) attach(element, amplifier)
    apply()
    mixer.wake()
  }

  function attach(element: HTMLAudioElement, { gain }: Amplifier): void {
    mixer.context.createMediaElementSource(element).connect(gain)
    // Not before: what still goes the old way would be loud for a moment.
    element.volume = 1
  }

  /**
   * In short ramps: Firefox cannot cancel a value curve that has begun, and throws at any other change until the
   * curve ends.
   */
  function fade(curve: Float32Array, seconds: number): void {
    if (!amplifier) return
    const { gain } = amplifier.fader
    const now = mixer.context.currentTime
    const step = seconds / (curve.length - 1)
    gain.cancelScheduledValues(0)
    curve.forEach((level, i) => {
      if (i === 0) gain.setValueAtTime(level, now)
      else gain.linearRampToValueAtTime(level, now + i * step)
    })
  }

  function hold(level: number): void {
    if (!amplifier) return
    const { gain } = amplifier.fader
    gain.cancelScheduledValues(0)
    gain.setValueAtTime(level, mixer.context.currentTime)
  }

  return {
    createElement() {
      const element = createElement()
      elements.push(element)
      applyRate(element)
      if (amplifier) attach(element, amplifier)
      else element.volume = Math.min(1, volume * factor)
      return element
    },
    setVolume(wanted) {
      volume = wanted
      apply()
    },
    setFactor(wanted) {
      if (wanted === factor) return
      factor = wanted
      apply()
    },
    setRate(wanted) {
      rate = wanted
      for (const element of elements) applyRate(element)
    },
    amplify,
    amplifyIfSilent() {
      if (!amplifier && !isChanging && mixer.canSound() && elements.every(isSilent)) build()
    },
    isAmplified: () => amplifier !== undefined,
    mute: () => hold(0),
    fadeIn: seconds => fade(FADE_IN, seconds),
    fadeOut: seconds => fade(FADE_OUT, seconds),
    hush: () => amplifier && glide(amplifier.fader.gain, 0),
    open: () => amplifier && glide(amplifier.fader.gain, 1),
  }
}

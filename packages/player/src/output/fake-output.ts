import type { PlayerTrack } from '../state/player-state.ts'
import type { AudioOutput, OutputEvents, OutputSettings } from './output.ts'

export interface FakeOutput extends AudioOutput {
  /** The calls that the player made, in order. */
  readonly calls: string[]
  /** Emits events as an output does. */
  readonly tell: OutputEvents
  readonly next: PlayerTrack | null
  /** Undefined until the player has set them. */
  readonly settings: OutputSettings | undefined
}

/** A silent output for tests of the player. */
export function createFakeOutput(): FakeOutput {
  const calls: string[] = []
  let events: OutputEvents | undefined
  let next: PlayerTrack | null = null
  let settings: OutputSettings | undefined
  return {
    calls,
    get tell() {
      if (!events) throw new Error('No player is attached to this output.')
      return events
    },
    get next() {
      return next
    },
    get settings() {
      return settings
    },
    attach(listener) {
      events = listener
    },
    start(track, position) {
      next = null
      calls.push(`start ${track.id} at ${position}`)
    },
    resume: () => void calls.push('resume'),
    pause: () => void calls.push('pause'),
    seek: seconds => void calls.push(`seek ${seconds}`),
    setVolume: volume => void calls.push(`volume ${volume}`),
    setSettings(wanted) {
      settings = wanted
    },
    fadeOut: seconds => void calls.push(`fade out ${seconds}`),
    fadeIn: () => void calls.push('fade in'),
    prefetch: track => void calls.push(`prefetch ${track.id}`),
    setNext(track) {
      next = track
    },
    stop: () => void calls.push('stop'),
    destroy: () => void calls.push('destroy'),
  }
}

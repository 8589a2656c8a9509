import type { PlayerTrack } from '../state/player-state.ts'
import { Emitter } from './emitter.ts'
import type { Output, OutputEvent, OutputSettings } from './output.ts'

export interface FakeOutput extends Output {
  readonly events: Emitter<OutputEvent>
  /** The calls that the player made, in order. */
  readonly calls: string[]
  readonly next: PlayerTrack | null
  /** Ids of tracks for which the service answers. */
  readonly answered: Set<string>
  /** Undefined until the player has set them. */
  readonly settings: OutputSettings | undefined
}

/** A silent output for tests of the player. */
export function createFakeOutput(): FakeOutput {
  const calls: string[] = []
  const answered = new Set<string>()
  let next: PlayerTrack | null = null
  let settings: OutputSettings | undefined
  return {
    events: new Emitter(),
    calls,
    answered,
    get next() {
      return next
    },
    get settings() {
      return settings
    },
    volume: {
      set: volume => void calls.push(`volume ${volume}`),
      fadeOut: seconds => void calls.push(`fade out ${seconds}`),
      fadeIn: () => void calls.push('fade in'),
    },
    start(track, position) {
      next = null
      calls.push(`start ${track.id} at ${position}`)
    },
    resume: () => void calls.push('resume'),
    pause: () => void calls.push('pause'),
    seek: seconds => void calls.push(`seek ${seconds}`),
    setSettings(wanted) {
      settings = wanted
    },
    setNext(track) {
      next = track
    },
    prefetch: track => void calls.push(`prefetch ${track.id}`),
    isAnswered: async ({ id }) => answered.has(id),
    showReceivers: () => void calls.push('show receivers'),
    stop: () => void calls.push('stop'),
    destroy: () => void calls.push('destroy'),
  }
}

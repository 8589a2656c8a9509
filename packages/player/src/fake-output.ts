import type { AudioOutput, OutputEvents } from './output.ts'
import type { PlayerTrack } from './state.ts'

export interface FakeOutput extends AudioOutput {
  /** What the player asked for, in order. */
  readonly asked: string[]
  /** Lets a test tell what an output tells. */
  readonly tell: OutputEvents
  readonly prepared: PlayerTrack | null
}

/** An output without sound, for tests of the player. */
export function createFakeOutput(): FakeOutput {
  const asked: string[] = []
  let events: OutputEvents | undefined
  let prepared: PlayerTrack | null = null
  return {
    asked,
    get tell() {
      if (!events) throw new Error('Nobody listens to this output.')
      return events
    },
    get prepared() {
      return prepared
    },
    attach(listener) {
      events = listener
    },
    start: (track, position) => void asked.push(`start ${track.id} at ${position}`),
    resume: () => void asked.push('resume'),
    pause: () => void asked.push('pause'),
    seek: seconds => void asked.push(`seek ${seconds}`),
    setVolume: volume => void asked.push(`volume ${volume}`),
    prepareNext(track) {
      prepared = track
    },
    stop: () => void asked.push('stop'),
    destroy: () => void asked.push('destroy'),
  }
}

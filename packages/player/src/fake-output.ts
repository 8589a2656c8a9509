import type { AudioOutput, OutputEvents, OutputSound } from './output.ts'
import type { PlayerTrack } from './state.ts'

export interface FakeOutput extends AudioOutput {
  /** What the player asked for, in order. */
  readonly asked: string[]
  /** Lets a test tell what an output tells. */
  readonly tell: OutputEvents
  readonly prepared: PlayerTrack | null
  /** How everything is to sound; undefined until it is told. */
  readonly sound: OutputSound | undefined
}

/** An output without sound, for tests of the player. */
export function createFakeOutput(): FakeOutput {
  const asked: string[] = []
  let events: OutputEvents | undefined
  let prepared: PlayerTrack | null = null
  let sound: OutputSound | undefined
  return {
    asked,
    get tell() {
      if (!events) throw new Error('Nobody listens to this output.')
      return events
    },
    get prepared() {
      return prepared
    },
    get sound() {
      return sound
    },
    attach(listener) {
      events = listener
    },
    start(track, position) {
      prepared = null
      asked.push(`start ${track.id} at ${position}`)
    },
    resume: () => void asked.push('resume'),
    pause: () => void asked.push('pause'),
    seek: seconds => void asked.push(`seek ${seconds}`),
    setVolume: volume => void asked.push(`volume ${volume}`),
    setSound(wanted) {
      sound = wanted
    },
    fadeOut: seconds => void asked.push(`fade out ${seconds}`),
    fadeBack: () => void asked.push('fade back'),
    warm: track => void asked.push(`warm ${track.id}`),
    prepareNext(track) {
      prepared = track
    },
    stop: () => void asked.push('stop'),
    destroy: () => void asked.push('destroy'),
  }
}

import type { AudioOutput, OutputEvents } from './output/output.ts'

export interface LateOutput extends AudioOutput {
  /** Fetches what makes the sound, before it is needed. The first act that asks for sound does so as well. */
  load(): void
}

/**
 * An output that is there at once, while the code that makes the sound is still to be fetched: what is asked
 * of it meanwhile is done in the same order as soon as that is there. A start that waits makes all that was
 * asked for the track before it void. Where the code cannot be had, the track has failed, and the next act
 * tries again.
 */
export function createLateOutput(fetchOutput: () => Promise<AudioOutput>): LateOutput {
  let output: AudioOutput | undefined
  let events: OutputEvents | undefined
  let fetching = false
  let destroyed = false
  let waiting: { readonly name: keyof AudioOutput; readonly act: (output: AudioOutput) => void }[] = []

  async function load(): Promise<void> {
    if (output || fetching || destroyed) return
    fetching = true
    try {
      const arrived = await fetchOutput()
      if (destroyed) return
      output = arrived
      for (const { act } of waiting.splice(0)) act(arrived)
    } catch (error) {
      const wanted = isWanted()
      // The player has given the track up: nothing of it may sound once the code is there after all.
      forgetTrack()
      if (wanted) events?.onFailed(error)
    } finally {
      fetching = false
    }
  }

  const isWanted = () => waiting.some(({ name }) => name === 'start')

  function forgetTrack(): void {
    waiting = waiting.filter(each => !OF_A_TRACK.has(each.name))
  }

  function later<Name extends keyof AudioOutput>(name: Name) {
    return (...args: Parameters<AudioOutput[Name]>): void => {
      const act = (to: AudioOutput) => (to[name] as (...args: Parameters<AudioOutput[Name]>) => void)(...args)
      if (output) {
        act(output)
        return
      }
      if (name === 'start') forgetTrack()
      waiting.push({ name, act })
      if (isWanted()) void load()
    }
  }

  return {
    load: () => void load(),
    attach(listener) {
      events = listener
      later('attach')(listener)
    },
    start: later('start'),
    resume: later('resume'),
    pause: later('pause'),
    seek: later('seek'),
    setVolume: later('setVolume'),
    setSettings: later('setSettings'),
    fadeOut: later('fadeOut'),
    fadeIn: later('fadeIn'),
    prefetch: later('prefetch'),
    setNext: later('setNext'),
    stop: later('stop'),
    destroy() {
      destroyed = true
      waiting = []
      output?.destroy()
    },
  }
}

/** What a new start leaves nothing of, and a failure neither. */
const OF_A_TRACK: ReadonlySet<keyof AudioOutput> = new Set([
  'start',
  'resume',
  'pause',
  'seek',
  'setNext',
  'stop',
])

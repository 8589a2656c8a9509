import { createLimiter } from './limiter.ts'

/** The Web Audio graph that all amplified decks share. */
export interface Mixer {
  readonly context: AudioContext
  readonly input: AudioNode
  /** Whether the browser lets Web Audio be heard. */
  canPlay(): boolean
  /** Calls back once, as soon as Web Audio is heard; each press tries again. */
  whenRunning(callback: () => void): void
  /** Resumes the context: browsers suspend it until the user does something. */
  wake(): void
  destroy(): void
}

/** The events in which browsers allow audio. */
const USER_GESTURES = ['pointerup', 'keydown'] as const

/** Opens the AudioContext when it is first needed: it doubles the CPU time of playback. */
export function createMixer(createContext: () => AudioContext): Mixer {
  let graph: { context: AudioContext; input: AudioNode } | undefined
  const waiting: (() => void)[] = []
  let gestures: AbortController | undefined

  function wake(): void {
    if (graph && graph.context.state !== 'running') graph.context.resume().catch(() => {})
  }

  /** A suspended context, also after a phone call, is resumed by the next user gesture. */
  function onStateChange(): void {
    const { state } = open().context
    gestures?.abort()
    gestures = undefined
    if (state === 'running') for (const callback of waiting.splice(0)) callback()
    else if (state !== 'closed') {
      gestures = new AbortController()
      const options = { capture: true, signal: gestures.signal }
      for (const type of USER_GESTURES) globalThis.addEventListener?.(type, wake, options)
    }
  }

  function open() {
    if (!graph) {
      const context = createContext()
      const { input, output } = createLimiter(context)
      output.connect(context.destination)
      graph = { context, input }
      context.addEventListener('statechange', onStateChange)
      onStateChange()
      wake()
    }
    return graph
  }

  return {
    get context() {
      return open().context
    },
    get input() {
      return open().input
    },
    // During a user gesture the context runs a moment later.
    canPlay: () =>
      open().context.state === 'running' || globalThis.navigator?.userActivation?.isActive === true,
    whenRunning(callback) {
      waiting.push(callback)
      onStateChange()
    },
    wake,
    destroy() {
      waiting.length = 0
      graph?.context.close().catch(() => {})
    },
  }
}

/** Shorter than the look-ahead of the compressor. */
const ATTACK_SECONDS = 0.001
const RELEASE_SECONDS = 0.15
const MAX_RATIO = 20

/** The Web Audio graph that all amplified decks share. */
export interface Mixer {
  readonly context: AudioContext
  readonly input: AudioNode
  /** Whether the browser lets Web Audio be heard. */
  canPlay(): boolean
  /** Calls back once, as soon as Web Audio is heard; each press and each return to the page tries again. */
  whenRunning(callback: () => void): void
  /** Resumes the context: browsers suspend it until the user does something. */
  wake(): void
  destroy(): void
}

/** User gestures, in which browsers allow audio, and the return to the page, after which iPhones allow it again. */
const WAKING_EVENTS = ['pointerup', 'keydown', 'visibilitychange', 'pageshow'] as const

/** Opens the AudioContext when it is first needed: it doubles the CPU time of playback. */
export function createMixer(createContext: () => AudioContext): Mixer {
  let graph: { context: AudioContext; input: AudioNode } | undefined
  const waiting: (() => void)[] = []
  let gestures: AbortController | undefined

  function wake(): void {
    if (graph && graph.context.state !== 'running') graph.context.resume().catch(() => {})
  }

  /** A suspended or interrupted context, also after a phone call, is resumed at the next occasion. */
  function onStateChange(): void {
    const { state } = open().context
    gestures?.abort()
    gestures = undefined
    if (state === 'running') for (const callback of waiting.splice(0)) callback()
    else if (state !== 'closed') {
      gestures = new AbortController()
      const options = { capture: true, signal: gestures.signal }
      for (const type of WAKING_EVENTS) globalThis.addEventListener?.(type, wake, options)
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

/**
 * Keeps samples above full scale from clipping harshly. Others pass unchanged, a few milliseconds later. The
 * compressor lowers the level; peaks that it does not catch in time are cut at full scale.
 */
function createLimiter(context: BaseAudioContext): {
  readonly input: AudioNode
  readonly output: AudioNode
} {
  const compressor = new DynamicsCompressorNode(context, {
    threshold: 0,
    knee: 0,
    ratio: MAX_RATIO,
    attack: ATTACK_SECONDS,
    release: RELEASE_SECONDS,
  })
  // Linear from -1 to 1; the node clamps input beyond the ends of its curve.
  const clipper = new WaveShaperNode(context, { curve: new Float32Array([-1, 0, 1]) })
  compressor.connect(clipper)
  return { input: compressor, output: clipper }
}

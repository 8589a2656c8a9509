import { createLimiter } from './limiter.ts'

/** The way of sound through Web Audio, for what elements alone cannot do: to be louder than they are, and to fade. */
export interface Mixer {
  readonly context: AudioContext
  /** Takes what is to be heard. */
  readonly input: AudioNode
  /** True where what goes this way is heard. */
  canSound(): boolean
  /** Calls `act` as soon as it is heard; it is tried with each press until then. */
  whenSounding(act: () => void): void
  /** Lets it sound; a browser gives a page no sound before its listener has done something. */
  wake(): void
  destroy(): void
}

/** What browsers take for an act of the listener. */
const PRESSES = ['pointerup', 'keydown'] as const

/** Opened when it is first needed: it costs twice the work of an element alone. */
export function createMixer(createContext: () => AudioContext): Mixer {
  let opened: { context: AudioContext; input: AudioNode } | undefined
  const waiting: (() => void)[] = []
  let presses: AbortController | undefined

  function wake(): void {
    if (opened && opened.context.state !== 'running') opened.context.resume().catch(() => {})
  }

  /** A browser, or a phone that took a call, may want a press before there is sound (again). */
  function watch(): void {
    const { state } = open().context
    presses?.abort()
    presses = undefined
    if (state === 'running') for (const act of waiting.splice(0)) act()
    else if (state !== 'closed') {
      presses = new AbortController()
      const options = { capture: true, signal: presses.signal }
      for (const press of PRESSES) globalThis.addEventListener?.(press, wake, options)
    }
  }

  function open() {
    if (!opened) {
      const context = createContext()
      const { input, output } = createLimiter(context)
      output.connect(context.destination)
      opened = { context, input }
      context.addEventListener('statechange', watch)
      watch()
      wake()
    }
    return opened
  }

  return {
    get context() {
      return open().context
    },
    get input() {
      return open().input
    },
    // While the listener is doing something it is heard a moment later.
    canSound: () =>
      open().context.state === 'running' || globalThis.navigator?.userActivation?.isActive === true,
    whenSounding(act) {
      waiting.push(act)
      watch()
    },
    wake,
    destroy() {
      waiting.length = 0
      opened?.context.close().catch(() => {})
    },
  }
}

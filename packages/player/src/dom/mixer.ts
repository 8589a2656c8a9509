import { createLimiter } from './limiter.ts'

/** The way of sound through Web Audio, for what elements alone cannot do: to be louder than they are, and to fade. */
export interface Mixer {
  readonly context: AudioContext
  /** Takes what is to be heard. */
  readonly input: AudioNode
  /** Lets it sound; a browser gives a page no sound before its listener has done something. */
  wake(): void
  destroy(): void
}

/** Opened when it is first needed: it costs twice the work of an element alone. */
export function createMixer(createContext: () => AudioContext): Mixer {
  let opened: { context: AudioContext; input: AudioNode } | undefined

  function open() {
    if (!opened) {
      const context = createContext()
      const { input, output } = createLimiter(context)
      output.connect(context.destination)
      opened = { context, input }
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
    wake() {
      if (opened && opened.context.state !== 'running') opened.context.resume().catch(() => {})
    },
    destroy() {
      opened?.context.close().catch(() => {})
    },
  }
}

import { setTimeout as wait } from 'node:timers/promises'

/** Bytes that the rendered tracks may take before no more are rendered ahead. */
export const MAX_AHEAD_BYTES = 256 * 1024 * 1024
/** Interval between two looks whether the service is idle again. */
const LOOK_INTERVAL_MS = 10_000

interface AheadParts {
  /** The tracks, those that are needed first come first. */
  readonly listPaths: () => Promise<readonly string[]>
  /** False once nobody needs them any more. */
  readonly isWanted: () => Promise<boolean>
  /** Whether somebody plays, or an import runs. */
  readonly isBusy: () => Promise<boolean>
  /** Bytes of the rendered tracks. */
  readonly measure: (paths: readonly string[]) => Promise<number>
  readonly isRendered: (path: string) => Promise<boolean>
  readonly render: (path: string, signal: AbortSignal) => Promise<void>
  /** Told of a track that could not be rendered, which is left out. */
  readonly noteFailure: (path: string, error: unknown) => void
  readonly lookIntervalMs?: number
}

/** Renders tracks one after the other while nobody listens. */
export class AheadRendering {
  readonly #parts: AheadParts
  #current: { readonly interruption: AbortController; readonly ended: Promise<unknown> } | undefined

  constructor(parts: AheadParts) {
    this.#parts = parts
  }

  /**
   * Ends when all are rendered, take enough space, or are not wanted any more.
   * @throws the signal's reason when it aborts
   */
  async run(signal: AbortSignal): Promise<void> {
    const { listPaths, isRendered, noteFailure } = this.#parts
    const paths = await listPaths()
    for (const path of paths) {
      while (!(await isRendered(path))) {
        await this.#untilIdle(signal)
        if (await this.#isEnough(paths)) return
        try {
          await this.#render(path, signal)
        } catch (error) {
          signal.throwIfAborted()
          noteFailure(path, error)
          break
        }
      }
    }
  }

  async #isEnough(paths: readonly string[]): Promise<boolean> {
    const { isWanted, measure } = this.#parts
    return !(await isWanted()) || (await measure(paths)) >= MAX_AHEAD_BYTES
  }

  /** Gives way to a listener: ends the current rendering, which is done again later. */
  async interrupt(): Promise<void> {
    const current = this.#current
    current?.interruption.abort()
    await current?.ended
  }

  async #untilIdle(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    while (await this.#parts.isBusy()) await this.#look(signal)
  }

  async #look(signal: AbortSignal): Promise<void> {
    await wait(this.#parts.lookIntervalMs ?? LOOK_INTERVAL_MS, undefined, { signal, ref: false })
  }

  async #render(path: string, signal: AbortSignal): Promise<void> {
    const interruption = new AbortController()
    const rendering = this.#parts.render(path, AbortSignal.any([signal, interruption.signal]))
    this.#current = { interruption, ended: rendering.catch(() => {}) }
    try {
      await rendering
    } catch (error) {
      if (!interruption.signal.aborted) throw error
      // The listener's stream begins meanwhile.
      await this.#look(signal)
    } finally {
      this.#current = undefined
    }
  }
}

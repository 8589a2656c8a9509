import type { Output } from './output.ts'

export interface OutputLoaderHandlers {
  onLoaded(output: Output): void
  onFailed(error: unknown): void
}

/** Holds the output, whose code is fetched when it is first needed; a failed attempt can be repeated. */
export class OutputLoader {
  readonly #fetch: () => Promise<Output>
  #output: Output | undefined
  #handlers: OutputLoaderHandlers | undefined
  #isLoading = false
  #isDestroyed = false

  constructor(fetchOutput: () => Promise<Output>) {
    this.#fetch = fetchOutput
  }

  /** Undefined until it is loaded. */
  get output(): Output | undefined {
    return this.#output
  }

  /** @param output if there is no need to load it */
  connect(handlers: OutputLoaderHandlers, output?: Output): void {
    this.#handlers = handlers
    this.#output = output
    if (output) handlers.onLoaded(output)
  }

  load(): void {
    if (this.#output || this.#isLoading || this.#isDestroyed) return
    this.#isLoading = true
    this.#fetch().then(
      output => {
        this.#isLoading = false
        if (this.#isDestroyed) return
        this.#output = output
        this.#handlers?.onLoaded(output)
      },
      error => {
        this.#isLoading = false
        this.#handlers?.onFailed(error)
      },
    )
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#output?.destroy()
  }
}

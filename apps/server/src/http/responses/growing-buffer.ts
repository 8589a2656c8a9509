import { setImmediate as nextTurn } from 'node:timers/promises'

/** Bytes per reader between two yields to the event loop. */
const BYTES_PER_TURN = 64 * 1024

/** A byte buffer that several readers can read while it is being filled. */
export class GrowingBuffer {
  readonly #chunks: Buffer[] = []
  #state: 'growing' | 'complete' | 'failed' = 'growing'
  #grown = Promise.withResolvers<void>()

  get state(): 'growing' | 'complete' | 'failed' {
    return this.#state
  }

  /** Appends everything from a source. If the source fails, the buffer fails; this never throws. */
  async fill(source: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of source) {
        this.#chunks.push(chunk)
        this.#wakeReaders()
      }
      this.#state = 'complete'
    } catch {
      this.#state = 'failed'
    }
    this.#wakeReaders()
  }

  #wakeReaders(): void {
    this.#grown.resolve()
    this.#grown = Promise.withResolvers()
  }

  /**
   * All bytes from the start. Yields to the event loop regularly; otherwise a fast client would receive everything in one turn.
   * @throws Error if filling failed
   */
  async *read(): AsyncGenerator<Buffer> {
    let bytes = 0
    for (let index = 0; ; ) {
      const chunk = this.#chunks[index]
      if (chunk) {
        index++
        bytes += chunk.length
        yield chunk
        if (bytes < BYTES_PER_TURN) continue
        bytes = 0
        await nextTurn()
      } else if (this.#state === 'complete') return
      else if (this.#state === 'failed') throw new Error('The list could not be read completely.')
      else await this.#grown.promise
    }
  }
}

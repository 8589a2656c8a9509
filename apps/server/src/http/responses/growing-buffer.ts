/** Bytes that are still being made: whoever reads them waits for what is to come. */
export class GrowingBuffer {
  readonly #chunks: Buffer[] = []
  #state: 'growing' | 'whole' | 'failed' = 'growing'
  #grown = Promise.withResolvers<void>()

  get state(): 'growing' | 'whole' | 'failed' {
    return this.#state
  }

  /** Takes all of a source. Never throws: a source that fails makes the bytes fail. */
  async fill(source: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of source) {
        this.#chunks.push(chunk)
        this.#wake()
      }
      this.#state = 'whole'
    } catch {
      this.#state = 'failed'
    }
    this.#wake()
  }

  #wake(): void {
    this.#grown.resolve()
    this.#grown = Promise.withResolvers()
  }

  /** All bytes from the start. @throws Error where they could not be made to their end */
  async *read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const chunk = this.#chunks[at]
      if (chunk) {
        at++
        yield chunk
      } else if (this.#state === 'whole') return
      else if (this.#state === 'failed') throw new Error('The list could not be read to its end.')
      else await this.#grown.promise
    }
  }
}

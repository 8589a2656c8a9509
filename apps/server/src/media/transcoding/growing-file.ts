import { type FileHandle, open } from 'node:fs/promises'

const CHUNK_BYTES = 64 * 1024

/** A file that is written by one and read by several at the same time. */
export class GrowingFile {
  readonly #file: FileHandle
  #size = 0
  #state: 'growing' | 'whole' | 'failed' = 'growing'
  #change = Promise.withResolvers<void>()

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<GrowingFile> {
    return new GrowingFile(await open(path, 'w+', 0o600))
  }

  get fd(): number {
    return this.#file.fd
  }

  get size(): number {
    return this.#size
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(bytes)
    this.#size += bytes.length
    this.#notify()
  }

  /** No more is appended. */
  end(state: 'whole' | 'failed'): void {
    this.#state = state
    this.#notify()
  }

  /** Waits for the first bytes. @returns false if there will be none */
  async hasBegun(): Promise<boolean> {
    while (this.#size === 0 && this.#state === 'growing') await this.#change.promise
    return this.#size > 0
  }

  /** All bytes, as they come. @throws Error if writing fails */
  async *read(): AsyncGenerator<Buffer> {
    let at = 0
    for (;;) {
      // Before the bytes: what is appended meanwhile is not missed.
      const change = this.#change.promise
      if (at < this.#size) {
        const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.#size - at))
        const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at)
        if (bytesRead === 0) throw new Error('The file is shorter than what was written.')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      } else if (this.#state === 'whole') return
      else if (this.#state === 'failed') throw new Error('The file was not finished.')
      else await change
    }
  }

  /** Call it once nobody reads or writes it. */
  close(): Promise<void> {
    return this.#file.close()
  }

  #notify(): void {
    const { resolve } = this.#change
    this.#change = Promise.withResolvers()
    resolve()
  }
}

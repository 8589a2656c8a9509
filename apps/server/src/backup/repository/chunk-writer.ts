import type { Repository } from './repository.ts'

const CONCURRENT_WRITES = 4

/** Stores chunks that are not stored yet, a few at a time. */
export class ChunkWriter {
  newBytes = 0
  newChunks = 0
  readonly #repository: Repository
  readonly #stored: Set<string>
  readonly #used = new Set<string>()
  readonly #writing = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | undefined

  private constructor(repository: Repository, stored: Set<string>) {
    this.#repository = repository
    this.#stored = stored
  }

  static async open(repository: Repository): Promise<ChunkWriter> {
    return new ChunkWriter(repository, await repository.listChunks())
  }

  /** All chunks that were added or reused. */
  get used(): ReadonlySet<string> {
    return this.#used
  }

  /** @returns the chunk's name at once; the write may still be under way */
  async add(content: Uint8Array): Promise<string> {
    this.#throwFailure()
    const hash = this.#repository.nameOf(content)
    this.#used.add(hash)
    if (this.#stored.has(hash)) return hash
    this.#stored.add(hash)
    while (this.#writing.size >= CONCURRENT_WRITES) await Promise.race(this.#writing)
    this.#throwFailure()
    const writing: Promise<void> = this.#write(hash, content).finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
    return hash
  }

  /** @returns false unless the chunk is stored and can be used again */
  reuse(hash: string): boolean {
    if (!this.#stored.has(hash)) return false
    this.#used.add(hash)
    return true
  }

  /** Resolves when all chunks are stored. */
  async finish(): Promise<void> {
    await Promise.all(this.#writing)
    this.#throwFailure()
  }

  /** Remembers a failure instead of throwing it: nobody may be waiting at that moment. */
  async #write(hash: string, content: Uint8Array): Promise<void> {
    try {
      const bytes = await this.#repository.writeChunk(hash, content)
      this.newBytes += bytes
      this.newChunks++
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }
}

const BLOCK = 64 * 1024
const CACHED_MS = 10_000

/**
 * Tracks which parts of a file were read so recently that they are still in the page cache. Reading those
 * synchronously takes 10 µs instead of 40 through the thread pool; anything else could block the event loop.
 */
export class CachedBlocks {
  readonly #readAt: Float64Array

  constructor(size: number) {
    this.#readAt = new Float64Array(Math.ceil(size / BLOCK)).fill(Number.NEGATIVE_INFINITY)
  }

  /** Records that the bytes from `start` to `end` (inclusive) were read. */
  add(start: number, end: number): void {
    this.#readAt.fill(performance.now(), Math.floor(start / BLOCK), Math.floor(end / BLOCK) + 1)
  }

  covers(start: number, end: number): boolean {
    const since = performance.now() - CACHED_MS
    for (let block = Math.floor(start / BLOCK); block <= Math.floor(end / BLOCK); block++) {
      if (!((this.#readAt[block] as number) > since)) return false
    }
    return true
  }
}

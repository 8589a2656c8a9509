import { hash } from 'node:crypto'
import type { ChunkWriter } from './chunk-writer.ts'
import type { Repository } from './repository.ts'

const MIN_CHARACTERS = 256 * 1024
const MAX_CHARACTERS = 4 * 1024 * 1024
/** After the minimum a chunk ends at one row in 512. */
const BOUNDARY_MASK = 511

/**
 * Stores lines of text in chunks. Where a chunk ends depends on the lines themselves, so that lines that are added or
 * changed only change the chunks around them, and a later backup finds the others again.
 */
export class RowChunks {
  readonly chunks: string[] = []
  readonly #writer: ChunkWriter
  #lines: string[] = []
  #characters = 0

  constructor(writer: ChunkWriter) {
    this.#writer = writer
  }

  /** @param digest of the line, if the caller has it */
  async add(line: string, digest: Buffer = hash('sha256', line, 'buffer')): Promise<void> {
    this.#lines.push(line)
    this.#characters += line.length
    if (this.#characters < MIN_CHARACTERS) return
    const isBoundary = (digest.readUInt16LE(30) & BOUNDARY_MASK) === 0
    if (isBoundary || this.#characters >= MAX_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return
    const content = Buffer.from(this.#lines.join('\n'))
    this.#lines = []
    this.#characters = 0
    this.chunks.push(await this.#writer.add(content))
  }
}

/** The lines of chunks, one array for each chunk. */
export async function* readRowChunks(
  repository: Repository,
  chunks: readonly string[],
): AsyncGenerator<string[]> {
  let next = chunks[0] === undefined ? undefined : repository.readChunk(chunks[0])
  for (let at = 0; next; at++) {
    const content = await next
    // Reads ahead while the caller works.
    const following = chunks[at + 1]
    next = following === undefined ? undefined : repository.readChunk(following)
    next?.catch(() => {})
    yield content.toString().split('\n')
  }
}

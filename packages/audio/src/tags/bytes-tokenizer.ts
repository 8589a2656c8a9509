import {
  AbstractTokenizer,
  EndOfStreamError,
  type IRandomAccessFileInfo,
  type IReadChunkOptions,
} from 'strtok3'
import type { FileBytes } from '../bytes/file-bytes.ts'

/** Maximum length of a tag; larger values are invalid. */
const MAX_BUFFER_BYTES = 64 * 1024 * 1024

/** Lets the tag library read an open file. */
export class BytesTokenizer extends AbstractTokenizer {
  readonly fileInfo: IRandomAccessFileInfo
  readonly #bytes: FileBytes

  constructor(bytes: FileBytes, mimeType: string) {
    super({ maxBufferSize: MAX_BUFFER_BYTES })
    this.#bytes = bytes
    this.fileInfo = { size: bytes.size, mimeType }
  }

  supportsRandomAccess(): boolean {
    return true
  }

  setPosition(position: number): void {
    this.position = position
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options)
    const count = await this.peekBuffer(target, options)
    this.position = position + count
    return count
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options)
    const count = this.#bytes.readInto(target.subarray(0, length), position)
    if (count < length && !mayBeLess) throw new EndOfStreamError()
    return count
  }
}

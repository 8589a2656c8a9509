import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Bytes that need not fit into memory; a Blob is one. */
export interface StreamedBytes {
  readonly size: number
  /**
   * May be called again, for another attempt.
   * @param done closes what is open for it, also where it was not read to its end
   */
  stream(done?: AbortSignal): ReadableStream
}

/** The bytes of a file. Not `fs.openAsBlob`: such a Blob fails once the file's times change. */
export async function streamFile(path: string): Promise<StreamedBytes> {
  const { size } = await stat(path)
  return {
    size,
    stream: done => Readable.toWeb(createReadStream(path, done && { signal: done })) as ReadableStream,
  }
}

export async function readStreamed(bytes: StreamedBytes): Promise<Uint8Array> {
  return new Response(bytes.stream()).bytes()
}

import { RequestError } from '../../http/errors/request-errors.ts'
import type { Reencoded } from '../pictures/decode-picture.ts'
import { formatOf, refuseCostly } from '../pictures/inspect-picture.ts'
import type { PictureDecoder } from '../pictures/picture-decoder.ts'
import { DecoderUnavailableError, PictureError } from '../pictures/picture-error.ts'
import type { UploadQueue } from './upload-queue.ts'

const RETRY_SECONDS = 5

/**
 * Decodes an uploaded picture when it is its turn, and stores it by `store`.
 * @param by who uploads it: everybody has one turn at a time
 * @param signal aborts it, also while it waits for its turn
 * @throws RequestError 415 for what is no picture by its first bytes, 400 for an unusable one, 503 if too many wait or
 * decoding did not finish
 */
export async function decodeUpload<T>(
  { decoder, queue }: { readonly decoder: PictureDecoder; readonly queue: UploadQueue },
  by: string,
  bytes: Buffer,
  signal: AbortSignal,
  store: (picture: Reencoded) => Promise<T>,
): Promise<T> {
  if (!formatOf(bytes)) {
    throw new RequestError(415, 'The file is not a JPEG, PNG, GIF, WebP or TIFF picture.')
  }
  try {
    refuseCostly(bytes)
    return await queue.run(by, async () => {
      signal.throwIfAborted()
      return store(await decoder.reencode(bytes, { signal }))
    })
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof PictureError)
    return new RequestError(400, `The picture cannot be used: ${error.message}.`)
  if (error instanceof DecoderUnavailableError) {
    return new RequestError(503, 'The picture could not be decoded in time: try again.', RETRY_SECONDS)
  }
  return error
}

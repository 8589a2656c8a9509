import { shortId } from '@refrain/audio/bytes/audio-id'
import { type PictureColours, toObjects } from '../pictures/encoded-picture.ts'
import { originalName } from '../pictures/picture-path.ts'
import { decodeUpload } from './decode-upload.ts'
import type { UploadParts } from './store-upload.ts'

/**
 * Stores an uploaded picture for an album or artist among those of the collection. While no record shows it, imports
 * remove it after a day.
 * @param by who uploads it: everybody has one turn at a time
 * @param signal aborts it, also while it waits for its turn
 * @throws RequestError as `decodeUpload`
 */
export function storeCataloguePicture(
  parts: Omit<UploadParts, 'db'>,
  by: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<PictureColours & { readonly picturePath: string }> {
  return decodeUpload(parts, by, bytes, signal, async ({ jpeg, derivatives }) => {
    const picturePath = `${shortId(jpeg)}.webp`
    await parts.storage.write([
      { name: originalName(picturePath), bytes: jpeg },
      ...toObjects(picturePath, derivatives),
    ])
    return { picturePath, ...derivatives.colours }
  })
}

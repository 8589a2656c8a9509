import { randomBytes } from 'node:crypto'
import { byteLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { toObjects } from '../pictures/encoded-picture.ts'
import type { PictureDecoder } from '../pictures/picture-decoder.ts'
import { originalName, uploadStart } from '../pictures/picture-path.ts'
import type { MediaStorage } from '../storage/media-storage.ts'
import { decodeUpload } from './decode-upload.ts'
import { uploadId, uploadName } from './upload-name.ts'
import type { UploadQueue } from './upload-queue.ts'
import { filterUploadIds, insertUpload, sumUploadBytes } from './upload-store.ts'

const ID_BYTES = 16

export interface UploadParts {
  readonly db: Database
  readonly storage: MediaStorage
  readonly decoder: PictureDecoder
  readonly queue: UploadQueue
}

/**
 * Stores an uploaded picture: first its files, durably, then its row, so there is never a row without files. A
 * failure removes the files; after a crash the clean-up does.
 * @param playlistId its target; null: the member, or nothing yet
 * @param signal aborts it, also while it waits for its turn
 * @returns its name
 * @throws RequestError as `decodeUpload`, and 409 if the member has no room left
 */
export function storeUpload(
  parts: UploadParts,
  userId: string,
  playlistId: string | null,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const { db, storage } = parts
  return decodeUpload(parts, userId, bytes, signal, async ({ jpeg, derivatives }) => {
    refuseFull(await sumUploadBytes(db, userId), jpeg.length)
    const id = randomBytes(ID_BYTES).toString('base64url')
    const name = uploadName(id)
    try {
      await storage.write([{ name: originalName(name), bytes: jpeg }, ...toObjects(name, derivatives)])
      const row = {
        id,
        user_id: userId,
        playlist_id: playlistId,
        bytes: jpeg.length,
        ...derivatives.colours,
      }
      await write(db, async tx => {
        signal.throwIfAborted()
        refuseFull(await sumUploadBytes(tx, userId), jpeg.length)
        await insertUpload(tx, { ...row, kept_at: Date.now() })
      })
    } catch (error) {
      await removeUpload(db, storage, name).catch(() => {})
      throw error
    }
    return name
  })
}

/** Removes all files of a failed upload. A commit whose answer was lost may still have written its row. */
async function removeUpload(db: Database, storage: MediaStorage, name: string): Promise<void> {
  const id = uploadId(name) ?? name
  if ((await filterUploadIds(db, [id])).has(id)) return
  for await (const object of storage.list(uploadStart(name))) await storage.remove(object.name)
}

function refuseFull(stored: number, more: number): void {
  if (stored + more > byteLimits.picturesOfUser)
    throw new RequestError(409, 'There is no room for more pictures.')
}

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { byteLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { formatOf, refuseCostly } from '../pictures/inspect-picture.ts'
import type { PictureDecoder } from '../pictures/picture-decoder.ts'
import { DecoderUnavailableError, PictureError } from '../pictures/picture-error.ts'
import { originalPath, uploadId, uploadName, uploadsFolder } from './upload-path.ts'
import type { UploadQueue } from './upload-queue.ts'
import { filterUploadIds, insertUpload, sumUploadBytes } from './upload-store.ts'

const RETRY_SECONDS = 5
const ID_BYTES = 16

export interface UploadParts {
  readonly db: Database
  readonly dataDir: string
  readonly decoder: PictureDecoder
  readonly queue: UploadQueue
}

/**
 * Stores an uploaded picture: first its files, flushed to disk, then its row, so there is never a row without
 * files. A failure removes the files; after a crash the clean-up does.
 * @param playlistId its target; null: the member, or nothing yet
 * @param signal aborts it, also while it waits for its turn
 * @returns its name
 * @throws RequestError 415 for what is no picture by its first bytes, 400 for an unusable one, 409 if the
 * member has no room left, 503 if too many wait or decoding did not finish
 */
export async function storeUpload(
  { db, dataDir, decoder, queue }: UploadParts,
  userId: string,
  playlistId: string | null,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<string> {
  if (!formatOf(bytes)) {
    throw new RequestError(415, 'The file is not a JPEG, PNG, GIF, WebP or TIFF picture.')
  }
  try {
    refuseCostly(bytes)
    return await queue.run(userId, async () => {
      signal.throwIfAborted()
      const { jpeg, square } = await decoder.reencode(bytes, { signal })
      refuseFull(await sumUploadBytes(db, userId), jpeg.length)
      const id = randomBytes(ID_BYTES).toString('base64url')
      const name = uploadName(id)
      const folder = uploadsFolder(dataDir)
      const path = originalPath(folder, name)
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeAtomically(path, jpeg, { durable: 'content' })
        // Loaded on first use: sharp is large.
        const { writePictureSizes } = await import('../pictures/write-picture-sizes.ts')
        const look = await writePictureSizes(folder, name, square)
        const row = { id, user_id: userId, playlist_id: playlistId, bytes: jpeg.length, ...look }
        await write(db, async tx => {
          signal.throwIfAborted()
          refuseFull(await sumUploadBytes(tx, userId), jpeg.length)
          await insertUpload(tx, { ...row, kept_at: Date.now() })
        })
      } catch (error) {
        await removeUpload(db, folder, name).catch(() => {})
        throw error
      }
      return name
    })
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Removes all files of a failed upload. A commit whose answer was lost may still have written its row. */
async function removeUpload(db: Database, folder: string, name: string): Promise<void> {
  const path = originalPath(folder, name)
  const id = uploadId(name) ?? name
  if ((await filterUploadIds(db, [id])).has(id)) return
  for (const file of await readdir(dirname(path))) {
    if (file.startsWith(id)) await rm(join(dirname(path), file), { force: true })
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

function refuseFull(stored: number, more: number): void {
  if (stored + more > byteLimits.picturesOfUser)
    throw new RequestError(409, 'There is no room for more pictures.')
}

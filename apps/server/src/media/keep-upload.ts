import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import pLimit from 'p-limit'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { RequestError } from '../http/errors.ts'
import { keepPicture } from './keep-picture.ts'
import { reencodePicture } from './reencode-picture.ts'
import { originalPath, uploadName, uploadsFolder } from './upload-path.ts'
import { bytesOf, insertUpload } from './upload-store.ts'
import { writeWhole } from './write-whole.ts'

const AT_ONCE = 2
const MOST_WAITING = 16
const RETRY_SECONDS = 5
const ID_BYTES = 16
/** Of one listener, pictures that nothing shows yet included. */
const MOST_BYTES = 100 * 1024 * 1024

const inTurn = pLimit(AT_ONCE)

export interface UploadParts {
  readonly db: Database
  readonly dataDir: string
}

/**
 * Keeps a listener's picture: first its files, down to the disk, then its row. A crash in between leaves files
 * that the sweep takes away, never a row without files.
 * @param playlistId what it is for; null: the listener, or nothing yet
 * @param late ends it while it waits for its turn
 * @returns the name it is kept by
 * @throws RequestError for what is no picture, where the listener has no room left (409), where too many wait (503)
 */
export function keepUpload(
  { db, dataDir }: UploadParts,
  userId: string,
  playlistId: string | null,
  bytes: Buffer,
  late: AbortSignal,
): Promise<string> {
  if (inTurn.pendingCount >= MOST_WAITING) {
    throw new RequestError(503, 'The service is busy: try again in a moment.', RETRY_SECONDS)
  }
  return inTurn(async () => {
    late.throwIfAborted()
    const jpeg = await reencodePicture(bytes)
    refuseFull(await bytesOf(db, userId), jpeg.length)
    const id = randomBytes(ID_BYTES).toString('base64url')
    const name = uploadName(id)
    const folder = uploadsFolder(dataDir)
    const path = originalPath(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeWhole(path, jpeg, { durable: true })
    const look = await keepPicture(folder, name, jpeg, { durable: true })
    const row = { id, user_id: userId, playlist_id: playlistId, bytes: jpeg.length, ...look }
    await write(db, async tx => {
      late.throwIfAborted()
      refuseFull(await bytesOf(tx, userId), jpeg.length)
      await insertUpload(tx, { ...row, kept_at: Date.now() })
    })
    return name
  })
}

function refuseFull(kept: number, more: number): void {
  if (kept + more > MOST_BYTES) throw new RequestError(409, 'There is no room for more pictures.')
}

import {
  uploadPlaylistPicPath,
  uploadPlaylistPicture,
  uploadUserPicPath,
  uploadUserPicture,
} from '@refrain/contract/media/picture-uploads'
import { PICTURE_FOLDERS } from '@refrain/contract/media/pictures'
import { isId } from '@refrain/contract/values'
import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { InvalidInputError, NotFoundError } from '../../http/errors/request-errors.ts'
import { abortAtDeadline, withDeadline } from '../../http/limits/deadline.ts'
import type { Actor } from '../../http/requests/actor.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import type { CleanUps } from '../../jobs/clean-ups.ts'
import { deleteUnusedUploads } from './delete-unused-uploads.ts'
import type { UploadParts } from './store-upload.ts'
import { acceptForms, readFormFile } from './upload-form.ts'
import { UploadQueue } from './upload-queue.ts'
import { ownsPlaylist, takeUploadTarget, upsertUploadTarget } from './upload-target-store.ts'

const TARGET_MS = 600_000
/** Concurrent uploads. */
const SLOTS = 2

/** Picture uploads of members. @returns what storing a picture needs, for other routes that take pictures */
export async function registerUploads(
  app: FastifyInstance,
  given: Pick<UploadParts, 'db' | 'storage' | 'decoder'> & { readonly cleanUps: CleanUps },
): Promise<UploadParts> {
  const { db, storage, decoder, cleanUps } = given
  const parts = { db, storage, decoder, queue: new UploadQueue(SLOTS) }
  cleanUps.add('unused uploads', now => deleteUnusedUploads(parts, now))

  async function name(actor: Actor, playlistId: string | null): Promise<{ success: true }> {
    const until = Date.now() + TARGET_MS
    await write(db, tx =>
      upsertUploadTarget(tx, { token_hash: actor.session, playlist_id: playlistId, until }),
    )
    return { success: true }
  }

  bind(app, uploadUserPicPath, async ({ target }, actor) => {
    if (readTarget(target, PICTURE_FOLDERS.user) !== actor.userId) throw new NotFoundError()
    return name(actor, null)
  })

  bind(app, uploadPlaylistPicPath, async ({ target }, actor) => {
    const playlistId = readTarget(target, PICTURE_FOLDERS.playlist)
    if (!(await ownsPlaylist(db, actor.userId, playlistId))) throw new NotFoundError()
    return name(actor, playlistId)
  })

  await app.register(async scope => {
    await acceptForms(scope)
    for (const operation of [uploadUserPicture, uploadPlaylistPicture]) {
      bindRoute(scope, operation, async (_input, request, reply, actor) => {
        const bytes = await readFormFile(request)
        // Loaded on first use: sharp is large.
        const { storeUpload } = await import('./store-upload.ts')
        const target = await withDeadline(write(db, tx => takeUploadTarget(tx, actor, Date.now())))
        const playlistId = operation === uploadPlaylistPicture ? target : null
        const picturePath = await abortAtDeadline(signal =>
          storeUpload(parts, actor.userId, playlistId, bytes, signal),
        )
        return sendUncached(request, reply, serialise(operation, { picturePath }))
      })
    }
  })
  return parts
}

/** The id that `folder/id`, or the id alone, names. @throws InvalidInputError for anything else */
function readTarget(path: string, folder: string): string {
  const id = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
  if (!isId(id)) throw new InvalidInputError(`pic_path: must be ${folder}/ and an id`)
  return id
}

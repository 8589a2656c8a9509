import {
  fetchCataloguePicture,
  fetchCataloguePictures,
  removeCataloguePicture,
  uploadCataloguePicture,
} from '@refrain/contract/administration/catalogue-pictures'
import type { FastifyInstance } from 'fastify'
import {
  readCataloguePicture,
  readCataloguePictures,
} from '../../catalogue/pictures/catalogue-picture-store.ts'
import {
  type PicturedRecord,
  removeCataloguePicture as removePicture,
  setCataloguePicture,
} from '../../catalogue/pictures/catalogue-picture-writer.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { abortAtDeadline, withDeadline } from '../../http/limits/deadline.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import type { UploadParts } from '../../media/uploads/store-upload.ts'
import { acceptForms, readFormFile } from '../../media/uploads/upload-form.ts'
import { type AdministrativeCaller, recordAction } from '../audit/record-action.ts'
import { readPage } from './read-page.ts'

/** Registers the pictures that administrators upload for albums and artists. */
export async function registerCataloguePictures(app: FastifyInstance, uploads: UploadParts): Promise<void> {
  const { db } = uploads
  bind(app, fetchCataloguePictures, async ({ after }) => {
    const { rows, next } = await readPage(after, slice => readCataloguePictures(db, slice))
    return { items: rows, ...next }
  })
  bind(app, fetchCataloguePicture, record => readExisting(db, record))
  bind(app, removeCataloguePicture, async (record, by) => {
    await write(db, async tx => {
      const before = await readExisting(tx, record)
      await removePicture(tx, record)
      if (before.isUploaded) await recordAction(tx, by, 'removedPicture', { detail: before.name })
    })
    return readExisting(db, record)
  })
  await app.register(async scope => {
    await acceptForms(scope)
    bindRoute(scope, uploadCataloguePicture, async (record, request, reply, by) => {
      const bytes = await readFormFile(request)
      await withDeadline(readExisting(db, record))
      await abortAtDeadline(signal => storeAndShow(uploads, record, by, bytes, signal))
      const shown = await withDeadline(readExisting(db, record))
      return sendUncached(request, reply, serialise(uploadCataloguePicture, shown))
    })
  })
}

async function storeAndShow(
  uploads: UploadParts,
  record: PicturedRecord,
  by: AdministrativeCaller,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> {
  // Loaded on first use, as for other uploads.
  const { storeCataloguePicture } = await import('../../media/uploads/store-catalogue-picture.ts')
  const turn = 'serviceKey' in by ? by.serviceKey : by.userId
  const picture = await storeCataloguePicture(uploads, turn, bytes, signal)
  await write(uploads.db, async tx => {
    signal.throwIfAborted()
    if (!(await setCataloguePicture(tx, record, picture, Date.now()))) throw new NotFoundError()
    const { name } = await readExisting(tx, record)
    await recordAction(tx, by, 'uploadedPicture', { detail: name })
  })
}

/** @throws NotFoundError */
async function readExisting(db: Database, record: PicturedRecord) {
  const found = await readCataloguePicture(db, record)
  if (!found) throw new NotFoundError()
  return found
}

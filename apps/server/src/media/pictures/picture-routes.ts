import {
  PICTURE_FOLDERS,
  PICTURE_FORMATS,
  PICTURE_PATH,
  PICTURE_SIZES,
  type PictureFormat,
  type PictureSize,
  PREVIEW_SIZE,
  pictureFile,
  previewFile,
  TITLE_COVER_FILE,
} from '@refrain/contract/media/pictures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import type { CountFile } from '../files/limit-file-requests.ts'
import type { MediaFile, MediaStorage } from '../storage/media-storage.ts'
import { sendMedia } from '../storage/send-media.ts'
import { uploadId } from '../uploads/upload-name.ts'
import type { PictureDeriver } from './derive-picture.ts'
import { sendDrawnPicture } from './drawn-picture.ts'
import { derivativeName, originalName, previewName } from './picture-path.ts'
import { readArtistCover, readPicture } from './picture-store.ts'
import type { TitleCovers } from './title-cover/title-covers.ts'

const LARGEST = PICTURE_SIZES.at(-1) as PictureSize
/** Immutable: the name identifies the content. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_MINUTE = 'public, max-age=60'

/** What sending pictures needs. */
export interface PictureParts {
  readonly db: Database
  readonly storage: MediaStorage
  readonly deriver: PictureDeriver
  readonly titleCovers: TitleCovers
  readonly countFile: CountFile
}

/** Pictures of artists, albums, playlists and listeners in fixed sizes and formats. */
export function registerPictures(app: FastifyInstance, parts: PictureParts): void {
  const { db, storage, countFile } = parts
  app.route<{ Params: { folder: string; ownerId: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: PICTURE_PATH.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { isFile: true },
    async handler(request, reply) {
      const { folder, ownerId, file } = request.params
      const isId = /^[A-Za-z0-9_-]{1,64}$/.test(ownerId)
      if (isId && folder === PICTURE_FOLDERS.album && file === TITLE_COVER_FILE) {
        return sendTitleCover(request, reply, parts, ownerId)
      }
      const picture = isId ? await readPictureFor(db, folder, ownerId, file) : undefined
      if (!picture) throw new NotFoundError()
      countFile(request, reply)
      const isUpload = uploadId(picture) !== undefined
      if (isUpload && file === picture) return sendUpload(request, reply, storage, picture)
      if (file === previewFile(picture)) return sendPreview(request, reply, parts, picture)
      const requested = readName(picture, file)
      if (!requested) throw new NotFoundError()
      await sendPicture(request, reply, parts, { picture, ...requested })
    },
  })
}

/**
 * The record's picture. For an artist, also the covers of their other albums: open pages may still link to an earlier one.
 */
async function readPictureFor(
  db: Database,
  folder: string,
  ownerId: string,
  file: string,
): Promise<string | undefined> {
  const picture = await readPicture(db, folder, ownerId)
  if (folder !== PICTURE_FOLDERS.artist) return picture
  const isAsked = picture && (readName(picture, file) || file === previewFile(picture))
  return isAsked ? picture : readArtistCover(db, ownerId, file)
}

/** Accepts only the names of this picture: the plain one, and one per size and format. */
function readName(picture: string, file: string): { size: PictureSize; format: PictureFormat } | undefined {
  if (file === picture) return { size: LARGEST, format: 'webp' }
  for (const format of PICTURE_FORMATS) {
    for (const size of PICTURE_SIZES) {
      if (file === pictureFile(picture, size, format)) return { size, format }
    }
  }
  return undefined
}

/** The drawn cover of an album, as it is called now. */
async function sendTitleCover(
  request: FastifyRequest,
  reply: FastifyReply,
  { titleCovers, countFile }: PictureParts,
  albumId: string,
): Promise<FastifyReply> {
  countFile(request, reply)
  const drawn = await titleCovers.draw(albumId, PREVIEW_SIZE, 'jpeg')
  if (!drawn) throw new NotFoundError()
  return sendDrawnPicture(request, reply, drawn)
}

/** An uploaded picture as it was stored. */
async function sendUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: MediaStorage,
  picture: string,
): Promise<void> {
  const file = await storage.open(originalName(picture))
  if (!file) throw new NotFoundError('This picture is not there at the moment.')
  await sendMedia(request, reply, file, { type: 'image/jpeg', cacheControl: FOR_EVER })
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PictureParts,
  { picture, size, format }: { picture: string; size: PictureSize; format: PictureFormat },
): Promise<void> {
  const isWebp = format === 'webp'
  const file = isWebp
    ? await openWebp(parts, picture, size)
    : await parts.storage.open(derivativeName(picture, size, format))
  if (file) return sendMedia(request, reply, file, { type: `image/${format}`, cacheControl: FOR_EVER })
  // The first visitor gets the WebP meanwhile.
  const webp = isWebp ? undefined : await openWebp(parts, picture, size)
  if (!isWebp) parts.deriver.startAvif(picture, size)
  await sendStandIn(request, reply, webp ?? (await openLargest(parts.storage, picture)))
}

/** A WebP until the right file exists: cached for a minute. */
async function sendStandIn(
  request: FastifyRequest,
  reply: FastifyReply,
  webp: MediaFile | undefined,
): Promise<void> {
  if (!webp) throw new NotFoundError('This picture is not there at the moment.')
  await sendMedia(request, reply, webp, { type: 'image/webp', cacheControl: FOR_A_MINUTE })
}

/** The JPEG for link previews and emails. */
async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, deriver }: PictureParts,
  picture: string,
): Promise<void> {
  const name = previewName(picture)
  const file = await openOrMake(storage, name, () => deriver.makePreview(picture))
  if (!file) return sendStandIn(request, reply, await openLargest(storage, picture))
  const forAnySite = uploadId(picture) === undefined
  await sendMedia(request, reply, file, { type: 'image/jpeg', cacheControl: FOR_EVER, forAnySite })
}

function openWebp(
  { storage, deriver }: PictureParts,
  picture: string,
  size: PictureSize,
): Promise<MediaFile | undefined> {
  const name = derivativeName(picture, size, 'webp')
  return openOrMake(storage, name, () => deriver.make(picture, size, 'webp'))
}

/** A derivative for apps that may know neither WebP nor AVIF. @returns undefined if there is none at the moment */
export async function openAppPicture(
  { storage, deriver }: PictureParts,
  picture: string,
  size: PictureSize,
  format: 'webp' | 'jpeg',
): Promise<MediaFile | undefined> {
  const name = derivativeName(picture, size, format)
  return openOrMake(storage, name, () => deriver.make(picture, size, format))
}

/** The first request of a derivative waits until it is made. */
async function openOrMake(
  storage: MediaStorage,
  name: string,
  make: () => Promise<boolean>,
): Promise<MediaFile | undefined> {
  return (await storage.open(name)) ?? ((await make()) ? storage.open(name) : undefined)
}

async function openLargest(storage: MediaStorage, picture: string): Promise<MediaFile | undefined> {
  for (const size of PICTURE_SIZES.toReversed()) {
    const file = await storage.open(derivativeName(picture, size, 'webp'))
    if (file) return file
  }
  return undefined
}

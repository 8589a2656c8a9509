import { join, posix } from 'node:path'
import {
  type PictureFormat,
  type PictureSize,
  pictureFile,
  previewFile,
} from '@refrain/contract/media/pictures'
import { uploadId } from '../uploads/upload-name.ts'

/** Covers and pictures of artists in media storage. */
export const PICTURES = 'pictures'
/** Listeners' pictures: apart from the covers, since unused ones are deleted by other rules. */
export const UPLOADS = 'uploads'
const SOURCE = '.source'

/** Name of a file of a picture in media storage. */
function storedName(picturePath: string, file: string): string {
  const folder = uploadId(picturePath) === undefined ? PICTURES : `${UPLOADS}/pictures`
  return `${folder}/${picturePath.slice(0, 2)}/${file}`
}

/**
 * Name of a derivative in media storage.
 * @param picturePath `<hash>.webp` or `<id>.jpg`, as in records
 */
export function derivativeName(
  picturePath: string,
  size: PictureSize,
  format: PictureFormat | 'jpeg',
): string {
  return storedName(picturePath, pictureFile(picturePath, size, format))
}

/** Name of the JPEG for link previews in media storage. */
export function previewName(picturePath: string): string {
  return storedName(picturePath, previewFile(picturePath))
}

/**
 * Name of what derivatives are made of, in media storage: the JPEG of an upload, or the bytes of a cover as they were
 * found.
 */
export function originalName(picturePath: string): string {
  const isUpload = uploadId(picturePath) !== undefined
  return storedName(picturePath, isUpload ? picturePath : picturePath.replace(/\.\w+$/, '.original'))
}

/** Name of where a cover was found, instead of its original: see picture-source.ts. */
export function sourceName(picturePath: string): string {
  return storedName(picturePath, picturePath.replace(/\.\w+$/, SOURCE))
}

/** The picture of an object that describes where a cover was found; undefined for other objects of media storage. */
export function pictureOfSource(name: string): string | undefined {
  return name.startsWith(`${PICTURES}/`) && name.endsWith(SOURCE)
    ? `${posix.basename(name, SOURCE)}.webp`
    : undefined
}

/** Start of the names of all files of an upload. */
export function uploadStart(picturePath: string): string {
  return storedName(picturePath, uploadId(picturePath) as string)
}

/** Path of a derivative in the data folder. */
export function pictureFilePath(
  dataDir: string,
  picturePath: string,
  size: PictureSize,
  format: PictureFormat,
): string {
  return join(dataDir, derivativeName(picturePath, size, format))
}

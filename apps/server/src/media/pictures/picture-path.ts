import { join } from 'node:path'
import {
  type PictureFormat,
  type PictureSize,
  pictureFile,
  previewFile,
} from '@refrain/contract/media/pictures'

/**
 * Path of a derivative.
 * @param picturePath `<hash>.webp`, as in records
 */
export function pictureFilePath(
  dataDir: string,
  picturePath: string,
  size: PictureSize,
  format: PictureFormat,
): string {
  return join(dataDir, 'pictures', picturePath.slice(0, 2), pictureFile(picturePath, size, format))
}

/** Path of the JPEG for link previews. */
export function previewPath(dataDir: string, picturePath: string): string {
  return join(dataDir, 'pictures', picturePath.slice(0, 2), previewFile(picturePath))
}

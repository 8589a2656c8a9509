import { join } from 'node:path'
import {
  type PictureFormat,
  type PictureSize,
  pictureFile,
  previewFile,
} from '@refrain/contract/media/pictures'

/**
 * Path of a derivative.
 * @param profilePath `<hash>.webp`, as in records
 */
export function picturePath(
  dataDir: string,
  profilePath: string,
  size: PictureSize,
  format: PictureFormat,
): string {
  return join(dataDir, 'pictures', profilePath.slice(0, 2), pictureFile(profilePath, size, format))
}

/** Path of the JPEG for link previews. */
export function previewPath(dataDir: string, profilePath: string): string {
  return join(dataDir, 'pictures', profilePath.slice(0, 2), previewFile(profilePath))
}

import { join } from 'node:path'
import {
  type PictureFormat,
  type PictureSize,
  pictureFile,
  previewFile,
} from '@refrain/contract/media/pictures'

/** Where a derivative of a picture lies. @param profilePath as records keep it: `<hash>.webp` */
export function picturePath(
  dataDir: string,
  profilePath: string,
  size: PictureSize,
  format: PictureFormat,
): string {
  return join(dataDir, 'pictures', profilePath.slice(0, 2), pictureFile(profilePath, size, format))
}

/** Where the JPEG for link previews lies. */
export function previewPath(dataDir: string, profilePath: string): string {
  return join(dataDir, 'pictures', profilePath.slice(0, 2), previewFile(profilePath))
}

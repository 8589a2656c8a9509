import { join } from 'node:path'
import { type PictureFormat, type PictureSize, pictureFile } from '@refrain/contract/media'

/** Where a derivative of a picture lies. @param profilePath as records keep it: `<hash>.webp` */
export function picturePath(
  dataDir: string,
  profilePath: string,
  size: PictureSize,
  format: PictureFormat,
): string {
  return join(dataDir, 'pictures', profilePath.slice(0, 2), pictureFile(profilePath, size, format))
}

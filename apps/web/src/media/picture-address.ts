import {
  PICTURE_FOLDERS,
  PICTURE_PATH,
  PICTURE_SIZES,
  type PictureFormat,
  type PictureOwner,
  type PictureSize,
  pictureFile,
} from '@refrain/contract/media'
import { fillPath } from '@refrain/contract/operation'

/** A record's picture: whose it is and its file name, '' where there is none. */
export interface PictureOf {
  readonly owner: PictureOwner
  readonly ownerId: string
  readonly profilePath: string
}

/** Address of one derivative of a picture; '' where there is no picture. */
export function pictureAddress(of: PictureOf, size: PictureSize, format: PictureFormat = 'webp'): string {
  if (of.profilePath === '') return ''
  const file = pictureFile(of.profilePath, size, format)
  return fillPath(PICTURE_PATH, { folder: PICTURE_FOLDERS[of.owner], ownerId: of.ownerId, file })
}

/** All derivatives of a picture for the browser to choose from. */
export function pictureSources(of: PictureOf, format: PictureFormat): string {
  return PICTURE_SIZES.map(size => `${pictureAddress(of, size, format)} ${size}w`).join(', ')
}

import { fillPath } from '../operation.ts'
import {
  PICTURE_FOLDERS,
  PICTURE_PATH,
  PICTURE_SIZES,
  type PictureFormat,
  type PictureOwner,
  type PictureSize,
  pictureFile,
} from './pictures.ts'

/** A record's picture; `picturePath` is '' without a picture. */
export interface PictureOf {
  readonly owner: PictureOwner
  readonly ownerId: string
  readonly picturePath: string
}

/**
 * Address of one derivative of a picture, or '' without a picture.
 * @param origin host of the pictures, '' for the page's own
 */
export function pictureAddress(
  of: PictureOf,
  size: PictureSize,
  format: PictureFormat = 'webp',
  origin = '',
): string {
  if (of.picturePath === '') return ''
  const file = pictureFile(of.picturePath, size, format)
  return origin + fillPath(PICTURE_PATH, { folder: PICTURE_FOLDERS[of.owner], ownerId: of.ownerId, file })
}

/** All derivatives of a picture, as `srcset`. */
export function pictureSources(of: PictureOf, format: PictureFormat, origin = ''): string {
  return PICTURE_SIZES.map(size => `${pictureAddress(of, size, format, origin)} ${size}w`).join(', ')
}

/** `sizes` of the picture in the header of a page; must match its style sheet and the preload links in the document head. */
export const HEADER_SIZES = '(min-width: 768px) 224px, (min-width: 501px) 176px, 160px'

/**
 * `sizes` of the pictures in Home's carousels. The preload links in the document head must use the same value, or the
 * browser downloads two derivatives.
 */
export const CAROUSEL_SIZES = [
  '(min-width: 1280px) calc(min(max(74vw - 7rem, 100vw - 30rem), clamp(58rem, (100dvh - 25rem) * 2, 90rem)) / 4 - 1rem)',
  '(min-width: 1024px) 20vw',
  '(min-width: 640px) 30vw',
  '41vw',
].join(', ')

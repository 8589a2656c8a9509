import {
  PICTURE_FOLDERS,
  PICTURE_PATH,
  PICTURE_SIZES,
  type PictureFormat,
  type PictureOwner,
  type PictureSize,
  pictureFile,
} from './media.ts'
import { fillPath } from './operation.ts'

/** A record's picture: whose it is and its file name, '' where there is none. */
export interface PictureOf {
  readonly owner: PictureOwner
  readonly ownerId: string
  readonly profilePath: string
}

/**
 * Address of one derivative of a picture; '' where there is no picture.
 * @param origin where pictures are, or '' where the page comes from
 */
export function pictureAddress(
  of: PictureOf,
  size: PictureSize,
  format: PictureFormat = 'webp',
  origin = '',
): string {
  if (of.profilePath === '') return ''
  const file = pictureFile(of.profilePath, size, format)
  return origin + fillPath(PICTURE_PATH, { folder: PICTURE_FOLDERS[of.owner], ownerId: of.ownerId, file })
}

/** All derivatives of a picture for the browser to choose from. */
export function pictureSources(of: PictureOf, format: PictureFormat, origin = ''): string {
  return PICTURE_SIZES.map(size => `${pictureAddress(of, size, format, origin)} ${size}w`).join(', ')
}

/**
 * How wide the picture of a card is in a carousel of Home, as in `<img sizes>`: what the head of the page
 * has fetched early must be what the page then asks for.
 */
export const CAROUSEL_SIZES = [
  '(min-width: 1280px) calc(min(max(74vw - 7rem, 100vw - 30rem), clamp(58rem, (100dvh - 25rem) * 2, 90rem)) / 4 - 1rem)',
  '(min-width: 1024px) 20vw',
  '(min-width: 640px) 30vw',
  '41vw',
].join(', ')

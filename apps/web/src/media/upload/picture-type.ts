import { PICTURE_TYPES } from '@refrain/contract/media/picture-uploads'

/** For the `accept` attribute. */
export const ACCEPTED_PICTURES = PICTURE_TYPES.join(',')

/** Some systems report no type for TIFF files. */
const TIFF_NAME = /\.tiff?$/i

/** Whether a file has an accepted type; its content is not checked. */
export function isPicture({ type, name }: File): boolean {
  return PICTURE_TYPES.some(accepted => accepted === type) || (type === '' && TIFF_NAME.test(name))
}

export function isTiff({ type, name }: File): boolean {
  return type === 'image/tiff' || (type === '' && TIFF_NAME.test(name))
}

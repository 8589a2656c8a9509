import { PICTURE_TYPES } from '@refrain/contract/media/picture-uploads'

/** What a file dialog offers. */
export const ACCEPTED_PICTURES = PICTURE_TYPES.join(',')

/** Names of TIFF files: some systems do not know their type. */
const TIFF_NAME = /\.tiff?$/i

/** Whether a file is of a type that a listener may choose (VAL-14); what is in it is not looked at. */
export function isPicture({ type, name }: File): boolean {
  return PICTURE_TYPES.some(accepted => accepted === type) || (type === '' && TIFF_NAME.test(name))
}

export function isTiff({ type, name }: File): boolean {
  return type === 'image/tiff' || (type === '' && TIFF_NAME.test(name))
}

import type { PictureFormat, PictureSize } from '@refrain/contract/media/pictures'
import type { NewObject } from '../storage/media-storage.ts'
import { derivativeName } from './picture-path.ts'

/** Encoded before a record shows a picture; the other sizes are encoded when somebody asks for them. */
export const FIRST_SIZES = [96, 256] as const satisfies PictureSize[]

export interface PictureColours {
  /** `#rrggbb`, dark enough for white text. */
  readonly color: string
  readonly thumbhash: string
}

/** How a derivative is encoded. */
export interface DerivativeForm {
  readonly format: PictureFormat | 'jpeg'
  /** In pixels, at most the edge of the picture unless it is enlarged. */
  readonly edge: number
  readonly isEnlarged?: boolean
}

/** Derivatives of a picture as WebP, not yet stored. */
export interface EncodedPicture {
  readonly sizes: readonly (readonly [size: PictureSize, bytes: Uint8Array])[]
  readonly colours: PictureColours
}

/**
 * The derivatives under their names. They must be stored before a row names them.
 * @param picturePath `<hash>.webp` or `<id>.jpg`
 */
export function toObjects(picturePath: string, { sizes }: EncodedPicture): NewObject[] {
  return sizes.map(([size, bytes]) => ({ name: derivativeName(picturePath, size, 'webp'), bytes }))
}

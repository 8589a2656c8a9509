export const PICTURE_PATH = '/profile_path/{folder}/{ownerId}/{file}'

/** The address folder of each owner's pictures. */
export const PICTURE_FOLDERS = {
  artist: 'artist_profile',
  album: 'album_profile',
  playlist: 'playlist_profile',
  user: 'user_profile',
} as const

export type PictureOwner = keyof typeof PICTURE_FOLDERS

/** Edge lengths in pixels of the derivatives; none is larger than the original. */
export const PICTURE_SIZES = [96, 256, 512, 1024] as const

export type PictureSize = (typeof PICTURE_SIZES)[number]

export const PICTURE_FORMATS = ['webp', 'avif'] as const

export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** File name of a derivative of `profile_path`: `k3f….webp`, 256, avif → `k3f…-256.avif`. */
export function pictureFile(picturePath: string, size: PictureSize, format: PictureFormat | 'jpeg'): string {
  return `${picturePath.replace(/\.\w+$/, '')}-${size}.${format}`
}

/** Stands in `PICTURE_PATH` for the cover that is drawn for an album without one: a square JPEG of `PREVIEW_SIZE`. */
export const TITLE_COVER_FILE = 'title.jpg'

/** Edge in pixels of the square JPEG for link previews; some chat apps support no other format. */
export const PREVIEW_SIZE = 640

/** File name of the link preview's picture: `k3f….webp` → `k3f…-640.jpg`. */
export function previewFile(picturePath: string): string {
  return `${picturePath.replace(/\.\w+$/, '')}-${PREVIEW_SIZE}.jpg`
}

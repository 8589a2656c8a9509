import * as z from 'zod/mini'
import { USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'

/** Largest picture that is taken, and most points it has; kept at most so large an edge. */
export const PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_PIXELS = 40_000_000
export const PICTURE_EDGE = 1024

/** The types of picture a listener may choose (VAL-14). */
export const PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/bmp',
  'image/webp',
  'image/tiff',
] as const

const done = z.object({ success: z.literal(true) })
const target = z.strictObject({ pic_path: z.string().check(z.maxLength(128)) })
const uploads = { calls: 10, seconds: 60 }

export const uploadPlaylistPicPath = operation({
  name: 'uploadPlaylistPicPath',
  summary:
    "Names the caller's own playlist, as `playlist_profile/{id}` or its id, that the next picture of this session is for (READ-63). 400 for anything else, 404 for another's.",
  method: 'POST',
  path: '/files/uploadPlaylistPicPath',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: { 404: 'The caller has no such playlist.' },
  perUser: USER_WRITES,
  input: target,
  output: done,
})

export const uploadUserPicPath = operation({
  name: 'uploadUserPicPath',
  summary: 'The same for the picture of the caller: `user_profile/{own id}` or the own id.',
  method: 'POST',
  path: '/files/uploadUserPicPath',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: { 404: 'It is not the caller.' },
  perUser: USER_WRITES,
  input: target,
  output: done,
})

const filePath = z.object({ filePath: z.string() })

export const uploadUserPicture = operation({
  name: 'uploadUserPicture',
  summary:
    'Takes a picture of at most 5 MB in the multipart field `file`; keeps it as JPEG of at most 1024 × 1024 without what it says of place and camera, and answers the name it is kept by. 415 for anything but JPEG, PNG, GIF, WebP and TIFF, 413 beyond 5 MB, 400 where it cannot be read or has more than 64 scans, 503 where decoding did not finish.',
  method: 'POST',
  path: '/files/uploadUserPicture',
  who: 'owner',
  byCookie: true,
  multipart: true,
  caching: 'none',
  refuses: { 409: 'The caller has no room for more pictures.' },
  perUser: uploads,
  input: z.strictObject({}),
  output: filePath,
})

export const uploadPlaylistPicture = operation({
  name: 'uploadPlaylistPicture',
  summary: 'The same for a playlist.',
  method: 'POST',
  path: '/files/uploadPlaylistPicture',
  who: 'owner',
  byCookie: true,
  multipart: true,
  caching: 'none',
  refuses: { 409: 'The caller has no room for more pictures.' },
  perUser: uploads,
  input: z.strictObject({}),
  output: filePath,
})

export const fileOperations = [
  uploadPlaylistPicPath,
  uploadUserPicPath,
  uploadUserPicture,
  uploadPlaylistPicture,
] as const

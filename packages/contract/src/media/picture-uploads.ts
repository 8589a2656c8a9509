import * as z from 'zod/mini'
import { formatBytes } from '../describe-limits.ts'
import { byteLimits, countLimits, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { record, strictRecord, wire } from '../record.ts'
import { noInput, success } from '../values.ts'

/** Largest edge in pixels of a stored picture. */
export const PICTURE_EDGE = 1024

/** Accepted by the file choosers of the pages. */
export const PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/bmp',
  'image/webp',
  'image/tiff',
] as const

/** `{folder}/{id}` or the id alone. */
const target = strictRecord({
  target: wire('pic_path', z.string().check(z.maxLength(textLimits.uploadTarget.max))),
})

export const uploadPlaylistPicPath = operation({
  name: 'uploadPlaylistPicPath',
  summary:
    "Names the caller's playlist, as `playlist_profile/{id}` or its id, that the next picture of this session is for. 400 for anything else, 404 for another listener's.",
  method: 'POST',
  path: '/files/uploadPlaylistPicPath',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: { 404: 'The caller has no such playlist.' },
  perUser: userRates.write,
  input: target,
  output: success,
})

export const uploadUserPicPath = operation({
  name: 'uploadUserPicPath',
  summary: 'The same for the picture of the caller: `user_profile/{own id}` or the own id.',
  method: 'POST',
  path: '/files/uploadUserPicPath',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: { 404: "The id is not the caller's." },
  perUser: userRates.write,
  input: target,
  output: success,
})

const stored = record({ picturePath: wire('filePath', z.string()) })

export const uploadUserPicture = operation({
  name: 'uploadUserPicture',
  summary: `Takes a picture of at most ${formatBytes(byteLimits.picture)} in the multipart field \`file\`, stores it as a JPEG of at most ${PICTURE_EDGE} × ${PICTURE_EDGE} without location and camera metadata, and responds with its file name. 415 for anything but JPEG, PNG, GIF, WebP and TIFF, 413 beyond the size limit, 400 if it cannot be decoded or has more than ${countLimits.pictureScans} scans, 503 if decoding did not finish.`,
  method: 'POST',
  path: '/files/uploadUserPicture',
  who: 'owner',
  acceptsCookie: true,
  multipart: true,
  caching: 'none',
  errors: { 409: 'The caller has reached the limit of stored pictures.' },
  perUser: userRates.uploadPicture,
  input: noInput,
  output: stored,
})

export const uploadPlaylistPicture = operation({
  name: 'uploadPlaylistPicture',
  summary: 'The same for a playlist.',
  method: 'POST',
  path: '/files/uploadPlaylistPicture',
  who: 'owner',
  acceptsCookie: true,
  multipart: true,
  caching: 'none',
  errors: { 409: 'The caller has reached the limit of stored pictures.' },
  perUser: userRates.uploadPicture,
  input: noInput,
  output: stored,
})

import * as z from 'zod/mini'
import { formatBytes } from '../describe-limits.ts'
import { byteLimits, countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { cursor, id } from '../values.ts'

const kind = z.enum(['albums', 'artists'])
const pictured = z.strictObject({ kind, id })
/** An album or artist. */
export type PicturedRecord = z.infer<typeof pictured>

const cataloguePicture = z.object({
  kind,
  id,
  /** Title of the album, or name of the artist. */
  name: z.string(),
  /** The artist of an album; '' for an artist. */
  artist: z.string(),
  /** The file name of the picture that is shown, '' if there is none. */
  picturePath: z.string(),
  /** Whether it was uploaded here, so that it can be removed. */
  isUploaded: z.boolean(),
})
export type CataloguePicture = z.infer<typeof cataloguePicture>

const errors = { 404: 'There is no such album or artist.' }

export const fetchCataloguePicture = operation({
  name: 'fetchCataloguePicture',
  summary: 'Which picture an album or artist has, and whether an administrator uploaded it.',
  method: 'GET',
  path: '/api/admin/collection/{kind}/{id}/picture',
  who: 'administrator',
  caching: 'none',
  errors,
  input: pictured,
  output: cataloguePicture,
})

export const uploadCataloguePicture = operation({
  name: 'uploadCataloguePicture',
  summary: `Takes a picture of an album or artist in the multipart field \`file\`, with the checks of \`uploadUserPicture\` and at most ${formatBytes(byteLimits.picture)}, and shows it in place of the collection's own, also after later imports. The files of the collection do not change.`,
  method: 'POST',
  path: '/api/admin/collection/{kind}/{id}/picture',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  multipart: true,
  errors,
  perUser: userRates.uploadPicture,
  input: pictured,
  output: cataloguePicture,
})

export const removeCataloguePicture = operation({
  name: 'removeCataloguePicture',
  summary:
    "Removes the uploaded picture of an album or artist, so that the collection's own comes back. Without one, nothing changes.",
  method: 'DELETE',
  path: '/api/admin/collection/{kind}/{id}/picture',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors,
  input: pictured,
  output: cataloguePicture,
})

export const fetchCataloguePictures = operation({
  name: 'fetchCataloguePictures',
  summary: `The pictures of albums and artists that administrators uploaded, newest first, ${countLimits.collectionPage} at a time.`,
  method: 'GET',
  path: '/api/admin/collection/pictures',
  who: 'administrator',
  caching: 'none',
  input: z.strictObject({ after: z.optional(cursor) }),
  output: z.object({ items: z.array(cataloguePicture), next: z.optional(cursor) }),
})

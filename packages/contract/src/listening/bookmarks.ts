import * as z from 'zod/mini'
import { formatLimit } from '../describe-limits.ts'
import { countLimits, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, noInput, success } from '../values.ts'
import { positionMs } from './now-playing.ts'

/** A position in a track that a listener wants to find again. */
const bookmark = z.object({
  trackId: id,
  positionMs: z.number(),
  comment: z.string(),
  createdAt: isoDate,
  changedAt: isoDate,
})
export type Bookmark = z.infer<typeof bookmark>

export const fetchBookmarks = operation({
  name: 'fetchBookmarks',
  summary: "The caller's bookmarks, most recently changed first.",
  method: 'GET',
  path: '/api/bookmarks',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: z.array(bookmark),
})

export const saveBookmark = operation({
  name: 'saveBookmark',
  summary: `Sets the caller's bookmark of a track, one for each track. 409 beyond ${formatLimit(countLimits.bookmarks)}.`,
  method: 'POST',
  path: '/api/bookmarks/{trackId}',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such track.', 409: 'The caller has too many bookmarks.' },
  perUser: userRates.write,
  input: z.strictObject({
    trackId: id,
    positionMs,
    comment: z.optional(z.string().check(z.maxLength(textLimits.comment.max))),
  }),
  output: success,
})

export const deleteBookmark = operation({
  name: 'deleteBookmark',
  summary: "Deletes the caller's bookmark of a track; idempotent.",
  method: 'DELETE',
  path: '/api/bookmarks/{trackId}',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  input: z.strictObject({ trackId: id }),
  output: success,
})

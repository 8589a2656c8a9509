import * as z from 'zod/mini'
import { countLimits, FIRST_PAGE, textLimits } from './limits.ts'

const ID = /^[A-Za-z0-9_-]{1,64}$/

/** The id of any record. */
export const id = z.string().check(z.regex(ID, 'must be an id'))

/** Whether a value has the form of an id. For the pages, whose build leaves the schemas out. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

/** Ids in one call. */
export const idList = z.array(id).check(z.maxLength(countLimits.ids))

/** The page of a listing, counted from 1. */
export const pageNumber = z.int().check(z.gte(FIRST_PAGE), z.lte(countLimits.lastPage))

/** Where a page of a list ended; only the service reads it. */
export const cursor = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(textLimits.cursor.max))

/** A call without input. */
export const noInput = z.strictObject({})

/** The response of a write that returns nothing else. */
export const success = z.object({ success: z.literal(true) })

/** A CSS colour: `#rrggbb`. */
export const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

/** A picture's placeholder: a ThumbHash in base64, or '' without a picture. */
const thumbHash = z.string()

/** What shows until a picture has loaded: its dominant colour, darkened so that white text is readable, and a ThumbHash. */
export const placeholder = { color: colour, thumbhash: thumbHash }

/** An instant as ISO 8601 in UTC: `2024-05-03T00:00:00.000Z`. */
export const isoDate = z.string()

/** The response of every failed call; `errors` only where a call says so. */
export const failure = z.object({
  error: z.string(),
  errors: z.optional(z.array(z.string())),
  requestId: z.optional(z.string()),
})

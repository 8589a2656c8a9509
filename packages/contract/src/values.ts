import * as z from 'zod/mini'

const ID = /^[A-Za-z0-9_-]{1,64}$/

/** An id of anything we keep. */
export const id = z.string().check(z.regex(ID, 'must be an id'))

/** Whether something could be an id; for the pages, which have no use for whole shapes. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

/** A colour as CSS reads it: `#rrggbb`. */
export const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

/** A picture's preview: a ThumbHash in base64, or '' where there is no picture. */
export const thumbHash = z.string()

/** An instant as ISO 8601 in UTC: `2024-05-03T00:00:00.000Z`. */
export const isoDate = z.string()

/** The answer to everything that fails; `errors` where a call says that it answers them. */
export const failure = z.object({
  error: z.string(),
  errors: z.optional(z.array(z.string())),
  requestId: z.optional(z.string()),
})
export type Failure = z.infer<typeof failure>

import * as z from 'zod/mini'

const ENTRY_ID = /^[A-Za-z0-9_-]{1,64}(\.[1-9]\d{0,4})?$/

/**
 * Identifies an entry of a playlist, which may hold a track several times: the id of the track, and for further entries
 * of the same track a dot and a number.
 */
export const entryId = z.string().check(z.regex(ENTRY_ID, 'must be an entry'))

/** Whether a value has this form. For the pages, whose build leaves the schemas out. */
export function isEntryId(value: unknown): value is string {
  return typeof value === 'string' && ENTRY_ID.test(value)
}

/** @param copy 0 for the first entry of the track */
export function toEntryId(trackId: string, copy: number): string {
  return copy === 0 ? trackId : `${trackId}.${copy}`
}

export function readEntryId(entry: string): { readonly trackId: string; readonly copy: number } {
  const [trackId = '', copy = '0'] = entry.split('.')
  return { trackId, copy: Number(copy) }
}

import * as z from 'zod/mini'
import { RequestError } from '../http/errors/request-errors.ts'
import type { TrackCursor } from './ordered-track-store.ts'

/** PostgreSQL refuses greater counts than it can store, and texts with U+0000. */
const text = z.string().check(z.refine(value => !value.includes('\u0000')))
const cursor = z.tuple([z.int32(), text, text])

/** As a text that clients send back without reading it. */
export function encodeCursor(position: TrackCursor): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** @throws RequestError if the text is none of ours */
export function decodeCursor(text: string | undefined): TrackCursor | undefined {
  if (text === undefined) return undefined
  try {
    return z.parse(cursor, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new RequestError(400, 'The position "after" is not one that this service has given.')
  }
}

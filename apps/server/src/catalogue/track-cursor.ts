import * as z from 'zod/mini'
import { RequestError } from '../http/errors/request-errors.ts'
import type { TrackCursor } from './ordered-track-store.ts'

const cursor = z.tuple([z.int(), z.string(), z.string()])

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

import * as z from 'zod/mini'
import { RequestError } from '../http/errors/request-errors.ts'

/** PostgreSQL refuses texts with U+0000. */
const position = z.tuple([
  z.int().check(z.gte(0)),
  z.string().check(z.refine(value => !value.includes('\u0000'))),
])

/** A position in a list by time and id, as a text that clients send back without reading it. */
export function encodeTimeCursor(at: number, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

/** @throws RequestError if the text is none of ours */
export function decodeTimeCursor(text: string | undefined): { at: number; id: string } | undefined {
  if (text === undefined) return undefined
  try {
    const [at, id] = z.parse(position, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { at, id }
  } catch {
    throw new RequestError(400, 'The position "after" is not one that this service has given.')
  }
}

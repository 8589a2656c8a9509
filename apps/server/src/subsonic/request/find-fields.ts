import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { countLimits } from '@refrain/contract/limits'
import { badParameter, CODES, SubsonicError } from '../subsonic-error.ts'

/** Where the value of a field is, still encoded. */
export interface FieldPlace {
  readonly start: number
  readonly end: number
}

const MAX_NAME_BYTES = 64
/** Bytes that are read before others get a turn: well under a millisecond. */
const STEP_BYTES = 64 * 1024
const AND = 0x26
const EQUALS = 0x3d
/** What names of the protocol are made of. Others name no parameter and are left out; they need no decoding. */
const NAME = /^[\w.[\]-]+$/

/**
 * Finds the fields of a form or query in one pass over its bytes, without decoding any: what each costs does not depend on the
 * others. Yields to the event loop every 64 KB.
 * @returns the places of the values by name, in order
 * @throws SubsonicError (0 with status 413) for too many fields, (10) for a name that is too long
 */
export async function findFields(bytes: Buffer): Promise<Map<string, FieldPlace[]>> {
  const found = new Map<string, FieldPlace[]>()
  let count = 0
  let step = STEP_BYTES
  for (let at = 0; at < bytes.length; ) {
    if (at >= step) {
      await yieldToEventLoop()
      step = at + STEP_BYTES
    }
    if (++count > countLimits.appFields)
      throw new SubsonicError(CODES.other, 'The call has too many parameters.', { status: 413 })
    const and = bytes.indexOf(AND, at)
    const end = and < 0 ? bytes.length : and
    const nameEnd = findNameEnd(bytes, at, end)
    const name = bytes.toString('latin1', at, nameEnd)
    const place = { start: Math.min(nameEnd + 1, end), end }
    const places = found.get(name)
    if (places) places.push(place)
    else if (NAME.test(name)) found.set(name, [place])
    at = end + 1
  }
  return found
}

/** Looks no further than a name may reach: a field without `=` must not cost the length of the form. */
function findNameEnd(bytes: Buffer, start: number, end: number): number {
  const last = Math.min(end, start + MAX_NAME_BYTES + 1)
  for (let at = start; at < last; at++) if (bytes[at] === EQUALS) return at
  if (end - start > MAX_NAME_BYTES)
    throw badParameter(bytes.toString('latin1', start, start + 8), 'has too long a name')
  return end
}

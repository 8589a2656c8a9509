import type { ListingSort } from '@refrain/contract/catalogue/listings/choices'
import { id } from '@refrain/contract/values'
import * as z from 'zod/mini'
import { RequestError } from '../../http/errors/request-errors.ts'
import type { RowPlace } from './sorted-store.ts'

/** PostgreSQL refuses texts with U+0000, and numbers that a column cannot hold. */
const text = z.string().check(z.refine(value => !value.includes('\u0000')))
const time = z.int()
const count = z.int32()
const KEYS: Readonly<Record<ListingSort, z.ZodMiniType<string | number>>> = {
  name: text,
  random: count,
  added: time,
  lastPlayed: time,
  length: time,
  released: count,
  plays: count,
  followers: count,
}

/** As a text that clients send back without reading it. */
export const encodePlace = (place: RowPlace): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** @throws RequestError if the text is none that this sort gave */
export function decodePlace(sort: ListingSort, cursor: string | undefined): RowPlace | undefined {
  if (cursor === undefined) return undefined
  try {
    const given: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return z.parse(z.tuple([KEYS[sort], id]), given)
  } catch {
    throw new RequestError(400, 'The position "after" is not one that this listing has given.')
  }
}

import { countLimits } from '@refrain/contract/limits'
import { RequestError } from '../../http/errors/request-errors.ts'
import type { Slice } from './collection-store.ts'

/**
 * Reads one page of a list of the collection.
 * @param after how many rows came before, as a text
 * @throws RequestError 400 for another text
 */
export async function readPage<Row>(after: string | undefined, read: (slice: Slice) => Promise<Row[]>) {
  const size = countLimits.collectionPage
  const skip = Number(after ?? 0)
  if (!Number.isSafeInteger(skip) || skip < 0)
    throw new RequestError(400, 'The position "after" is not one that this service has given.')
  const rows = await read({ skip, most: size + 1 })
  return {
    rows: rows.slice(0, size),
    next: rows.length > size ? { next: String(skip + size) } : {},
  }
}

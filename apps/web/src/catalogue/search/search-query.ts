import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { textLimits } from '@refrain/contract/limits'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The search accepts at most 30 combining marks on one letter. */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu

/** Normalises typed or pasted text for the search: white space, Unicode form (NFC) and length. */
export function normalizeQuery(typed: string): string {
  return typed
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .normalize('NFC')
    .replaceAll(EXCESS_MARKS, '$1')
    .trim()
    .slice(0, textLimits.searchQuery.max)
    .trimEnd()
}

/** The results of a query. The previous results stay visible until they arrive. */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', query.toLowerCase()],
    queryFn: ({ signal }) => call(searchCatalogue, { query }, signal),
    placeholderData: keepPreviousData,
  })

import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { textLimits } from '@refrain/contract/limits'
import { limitMarks } from '@refrain/contract/outside-text'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Normalises typed or pasted text for the search: white space, Unicode form (NFC) and length. */
export function normalizeQuery(typed: string): string {
  // The search refuses more marks on one letter than this leaves.
  return limitMarks(limitMarks(typed.replaceAll(/[\s\p{Cc}]+/gu, ' ')).normalize('NFC'))
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

import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { textLimits } from '@refrain/contract/limits'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** More marks on one letter than the search takes, after those that it does take. */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * What is looked for when this was typed or pasted: as the search takes it, with a space for each tab and
 * line break, in the one form that text is compared in and no longer than allowed; '' for nothing.
 */
export function normalizeQuery(typed: string): string {
  return typed
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .normalize('NFC')
    .replaceAll(EXCESS_MARKS, '$1')
    .trim()
    .slice(0, textLimits.searchQuery.max)
    .trimEnd()
}

/**
 * What was found. Each query has an answer of its own, so that one that comes late replaces nothing; the
 * answer before it stays in sight meanwhile.
 */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', query.toLowerCase()],
    queryFn: ({ signal }) => call(searchCatalogue, { query }, signal),
    placeholderData: keepPreviousData,
  })

import { LONGEST_QUERY } from '@refrain/contract/limits'
import { searchCatalogue } from '@refrain/contract/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What is looked for when this was typed: no more than the search takes; '' for nothing. */
export function readQuery(typed: string): string {
  return typed.trim().slice(0, LONGEST_QUERY)
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

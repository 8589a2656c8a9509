import { notifyManager, type Query, type QueryFunction } from '@tanstack/react-query'
import { isFinal, queryClient } from '../api/query-client.ts'
import { revalidateAnswers } from '../api/revalidate.ts'
import { CallError } from '../api/send.ts'
import { preserveScroll } from '../ui/scrolling/preserve-scroll.ts'
import { isListing, mergeData } from './merge-rows.ts'

/** First parts of the keys of queries for catalogue data. */
const KINDS = new Set<unknown>(['albums', 'album', 'artists', 'artist', 'genres', 'genre', 'search', 'songs'])
/** Listings with more loaded pages are not refreshed: each page is a request. */
const MAX_PAGES = 10

interface Refreshed {
  /** Whether all visible data was refreshed. */
  readonly isComplete: boolean
  /** Number of fetched listing pages. */
  readonly pages: number
  /** The longest `Retry-After` of the failed requests; 0 if there was none. */
  readonly retryAfterSeconds: number
}

/**
 * Refetches the visible catalogue data and marks the rest as stale.
 * @param replace by default, visible rows stay where they are and new ones follow; with `replace`, for removals, the
 *   fresh data replaces them
 */
export async function refreshCatalogue({ replace }: { readonly replace: boolean }): Promise<Refreshed> {
  revalidateAnswers()
  const queries = queryClient.getQueryCache().findAll({ predicate: isCatalogueQuery })
  const refreshable = queries.filter(query => countPages(query) <= MAX_PAGES)
  const shown = refreshable.filter(query => query.isActive())
  for (const query of refreshable) if (!shown.includes(query)) query.invalidate()
  const fetched = await Promise.all(shown.filter(isLoaded).map(refetch))
  const main = document.querySelector('main')
  // In one batch, so that the scroll position is corrected once.
  const apply = () =>
    notifyManager.batch(() => {
      for (const each of fetched) applyTo(each, replace)
    })
  const isComplete = fetched.every(isDone)
  if (replace || !main) apply()
  else preserveScroll(main, apply)
  return {
    isComplete,
    pages: shown.reduce((sum, query) => sum + countPages(query), 0),
    retryAfterSeconds: Math.max(0, ...fetched.map(({ error }) => retryAfterSeconds(error))),
  }
}

const isCatalogueQuery = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => KINDS.has(queryKey[0])

const countPages = ({ state: { data } }: Query) => (isListing(data) ? data.pages.length : 0)

/** Queries that failed without data keep showing their error. */
const isLoaded = ({ state: { data, status } }: Query) => data !== undefined || status !== 'error'

const retryAfterSeconds = (error: unknown) =>
  error instanceof CallError ? (error.retryAfterSeconds ?? 0) : 0

interface Fetched {
  readonly query: Query
  /** The data when the fetch started. */
  readonly before: unknown
  /** undefined if the fetch failed or one was already in progress. */
  readonly fresh?: unknown
  readonly error?: unknown
}

async function refetch(query: Query): Promise<Fetched> {
  const { data: before, fetchStatus } = query.state
  if (before === undefined || fetchStatus !== 'idle') return { query, before }
  const queryFn = query.options.queryFn as QueryFunction
  const { signal } = new AbortController()
  const context = { client: queryClient, queryKey: query.queryKey, signal, meta: undefined }
  try {
    if (!isListing(before)) return { query, before, fresh: await queryFn(context) }
    const { pageParams } = before
    const pages: unknown[] = []
    // One after another, because of the rate limit.
    for (const pageParam of pageParams) pages.push(await queryFn(Object.assign({ pageParam }, context)))
    return { query, before, fresh: { pages, pageParams } }
  } catch (error) {
    return { query, before, error }
  }
}

/** False if it must be fetched again: after a temporary error, or if its data changed meanwhile (the next page). */
function isDone({ query, before, fresh, error }: Fetched): boolean {
  if (error !== undefined) return isFinal(error)
  return fresh !== undefined && query.state.data === before
}

function applyTo({ query, before, fresh, error }: Fetched, replace: boolean): void {
  if (query.state.data !== before) return
  if (fresh !== undefined) {
    query.setData(replace || isAlbumTracks(query) ? fresh : mergeData(before, fresh))
  } else if (replace && error instanceof CallError && error.status === 404) {
    // Without data, the page shows the error.
    query.setState({ ...query.resetState, status: 'error', error, errorUpdatedAt: Date.now() })
  }
}

/** Album tracks have a fixed order: a new second track must not be added at the end. */
const isAlbumTracks = ({ queryKey: [kind, , part] }: Query) => kind === 'album' && part === 'tracks'

import { notifyManager, type Query, type QueryFunction } from '@tanstack/react-query'
import { isFinal, queryClient } from '../api/query-client.ts'
import { revalidateAnswers } from '../api/revalidate.ts'
import { CallError } from '../api/send.ts'
import { preserveScroll } from '../ui/scrolling/preserve-scroll.ts'
import { isListing, keepDataPlaces } from './keep-places.ts'

/** What the first part of a query's key says where its data comes from the catalogue. */
const KINDS = new Set<unknown>(['albums', 'album', 'artists', 'artist', 'genres', 'genre', 'search'])
/** Listings with more loaded pages are not refreshed: each page takes a request. */
const MAX_PAGES = 10

interface Refreshed {
  /** false: something that is shown could not be refreshed. */
  readonly isComplete: boolean
  /** How many pages of listings were fetched. */
  readonly pages: number
  /** The longest `Retry-After` of the failed requests, 0 without one. */
  readonly retryAfterSeconds: number
}

/**
 * Fetches again what is shown of the catalogue, and lets the rest be fetched when it is shown next.
 * @param replace by default, what is shown stays where it is and what is new comes after it; with `replace`, because
 *   some of it is gone, it is shown as if it had just been opened
 */
export async function refreshCatalogue({ replace }: { readonly replace: boolean }): Promise<Refreshed> {
  revalidateAnswers()
  const queries = queryClient.getQueryCache().findAll({ predicate: isOfCatalogue })
  const refreshable = queries.filter(query => countPages(query) <= MAX_PAGES)
  const shown = refreshable.filter(query => query.isActive())
  for (const query of refreshable) if (!shown.includes(query)) query.invalidate()
  const fetched = await Promise.all(shown.filter(isLoaded).map(fetchAgain))
  const main = document.querySelector('main')
  // All at once: what comes in above would move what came in before it.
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

const isOfCatalogue = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => KINDS.has(queryKey[0])

const countPages = ({ state: { data } }: Query) => (isListing(data) ? data.pages.length : 0)

/** A query that failed before it had data shows its error. */
const isLoaded = ({ state: { data, status } }: Query) => data !== undefined || status !== 'error'

const retryAfterSeconds = (error: unknown) =>
  error instanceof CallError ? (error.retryAfterSeconds ?? 0) : 0

interface Fetched {
  readonly query: Query
  /** What was shown when it was asked for. */
  readonly before: unknown
  /** undefined: it could not be fetched, or is on its way already. */
  readonly fresh?: unknown
  readonly error?: unknown
}

async function fetchAgain(query: Query): Promise<Fetched> {
  const { data: before, fetchStatus } = query.state
  if (before === undefined || fetchStatus !== 'idle') return { query, before }
  const queryFn = query.options.queryFn as QueryFunction
  const { signal } = new AbortController()
  const context = { client: queryClient, queryKey: query.queryKey, signal, meta: undefined }
  try {
    if (!isListing(before)) return { query, before, fresh: await queryFn(context) }
    const { pageParams } = before
    const pages: unknown[] = []
    // One after another: a listener's requests are limited.
    for (const pageParam of pageParams) pages.push(await queryFn(Object.assign({ pageParam }, context)))
    return { query, before, fresh: { pages, pageParams } }
  } catch (error) {
    return { query, before, error }
  }
}

/** Whether there is no need to fetch it again. Something else may have changed it meanwhile, such as the next page. */
function isDone({ query, before, fresh, error }: Fetched): boolean {
  if (error !== undefined) return isFinal(error)
  return fresh !== undefined && query.state.data === before
}

function applyTo({ query, before, fresh, error }: Fetched, replace: boolean): void {
  if (query.state.data !== before) return
  if (fresh !== undefined) {
    query.setData(replace || isAlbumTracks(query) ? fresh : keepDataPlaces(before, fresh))
  } else if (replace && error instanceof CallError && error.status === 404) {
    // Without data, the page shows the error.
    query.setState({ ...query.resetState, status: 'error', error, errorUpdatedAt: Date.now() })
  }
}

/** The order of an album's tracks is its own: a second track must not come after the twelfth. */
const isAlbumTracks = ({ queryKey: [kind, , part] }: Query) => kind === 'album' && part === 'tracks'

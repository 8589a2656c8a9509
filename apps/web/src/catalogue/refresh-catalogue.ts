import { notifyManager, type Query, type QueryFunction } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { revalidateAnswers } from '../api/revalidate.ts'
import { keepInSight } from '../ui/keep-in-sight.ts'
import { isListing, keepDataPlaces } from './keep-places.ts'

/** What the first part of a query's key says where its data comes from the catalogue. */
const KINDS = new Set<unknown>(['albums', 'album', 'artists', 'artist', 'genres', 'genre', 'search'])
/** A listing that was scrolled through further than this is left as it is: it would take a call for each page. */
const MOST_PAGES = 10

/**
 * Fetches again what is shown of the catalogue, and lets the rest be fetched when it is shown next.
 * @param replace by default, what is shown stays where it is and what is new comes after it; with `replace`, because
 *   some of it is gone, it is shown as if it had just been opened
 * @returns false where something that is shown could not be refreshed
 */
export async function refreshCatalogue({ replace }: { readonly replace: boolean }): Promise<boolean> {
  revalidateAnswers()
  const queries = queryClient.getQueryCache().findAll({ predicate: isOfCatalogue })
  for (const query of queries) if (!query.isActive()) query.invalidate()
  const shown = queries.filter(query => query.isActive() && !isLong(query.state.data))
  const fetched = await Promise.all(shown.map(fetchAgain))
  const main = document.querySelector('main')
  // All at once: what comes in above would move what came in before it.
  const apply = () =>
    notifyManager.batch(() => {
      for (const { query, before, fresh } of fetched) {
        if (fresh === undefined || query.state.data !== before) continue
        query.setData(replace ? fresh : keepDataPlaces(before, fresh))
      }
    })
  // Where somebody else was faster, as the end of a listing that came in sight, it is to be done again.
  const isWhole = fetched.every(
    ({ query, before, fresh }) => fresh !== undefined && query.state.data === before,
  )
  if (replace || !main) apply()
  else keepInSight(main, apply)
  return isWhole
}

const isOfCatalogue = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => KINDS.has(queryKey[0])

const isLong = (data: unknown) => isListing(data) && data.pages.length > MOST_PAGES

interface Fetched {
  readonly query: Query
  /** What was shown when it was asked for. */
  readonly before: unknown
  /** undefined: it could not be fetched, or is on its way already. */
  readonly fresh: unknown
}

async function fetchAgain(query: Query): Promise<Fetched> {
  const { data: before, fetchStatus } = query.state
  if (before === undefined || fetchStatus !== 'idle') return { query, before, fresh: undefined }
  const queryFn = query.options.queryFn as QueryFunction
  const { signal } = new AbortController()
  const context = { client: queryClient, queryKey: query.queryKey, signal, meta: undefined }
  try {
    if (!isListing(before)) return { query, before, fresh: await queryFn(context) }
    const { pageParams } = before
    const pages = await Promise.all(
      pageParams.map(pageParam => queryFn(Object.assign({ pageParam }, context))),
    )
    return { query, before, fresh: { pages, pageParams } }
  } catch {
    return { query, before, fresh: undefined }
  }
}

import type { ImportStatus } from '@refrain/contract/catalogue/import-status'
import { CATALOGUE_META } from '@refrain/contract/service-paths'
import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { importStatusQuery } from './import-status-query.ts'
import { refreshCatalogue } from './refresh-catalogue.ts'

const SECOND = 1_000
/** After a failure the status is asked for again this much later. */
const RETRY_MS = 30 * SECOND
/** Between two refreshes, for each page of a listing that is refreshed; at least this long without any. */
const PAUSE_PER_PAGE_MS = SECOND
/** An incomplete refresh is repeated after 2 s, 4 s and so on up to this. */
const MAX_BACKOFF_SECONDS = 60
/** Processes notice a new version of the catalogue within 250 ms: nobody answers with an older one after this. */
const SETTLED_MS = 300

/**
 * Shows what comes into the catalogue and what leaves it while the page is in sight. Asks as often as the service
 * wants: once a second during an import.
 * @returns ends it
 */
export function followCatalogue(): () => void {
  let shownVersion = readPageVersion()
  let shownRemovals: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** From the moment a refresh is due until the pause after it is over. */
  let isBusy = false
  let failures = 0

  const observer = new QueryObserver(queryClient, {
    ...importStatusQuery,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || !data ? RETRY_MS : data.nextCheckSeconds * SECOND,
  })

  function isCurrent({ version, removals, running }: ImportStatus): boolean {
    // At first, the browser may have answered the page's requests from its cache.
    if (shownRemovals === undefined && running) return false
    return version === shownVersion && removals === (shownRemovals ?? removals)
  }

  function show(status: ImportStatus): void {
    // The status is asked for again when the page comes back in sight.
    if (isBusy || document.hidden) return
    if (isCurrent(status)) {
      remember(status)
      return
    }
    isBusy = true
    wait(SETTLED_MS, () => void refresh(status))
  }

  async function refresh(status: ImportStatus): Promise<void> {
    const { isComplete, pages, retryAfterSeconds } = await refreshCatalogue({
      replace: status.removals !== (shownRemovals ?? status.removals),
    })
    if (isComplete) remember(status)
    failures = isComplete ? 0 : failures + 1
    const backoff = Math.min(2 ** failures, MAX_BACKOFF_SECONDS)
    const pause = isComplete
      ? Math.max(pages, 1) * PAUSE_PER_PAGE_MS
      : Math.max(backoff, retryAfterSeconds) * SECOND
    wait(pause, () => {
      isBusy = false
      showLatest()
    })
  }

  function wait(milliseconds: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
  }

  function showLatest(): void {
    const { data, isSuccess, isFetching } = observer.getCurrentResult()
    if (isSuccess && !isFetching) show(data)
  }

  function remember({ version, removals }: ImportStatus): void {
    shownVersion = version
    shownRemovals = removals
  }

  const stop = observer.subscribe(showLatest)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The version of the catalogue that the page was made from. */
function readPageVersion(): number | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${CATALOGUE_META}"]`)
  return meta ? Number(meta.content) : undefined
}

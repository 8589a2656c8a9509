import type { ImportStatus } from '@refrain/contract/catalogue/import-status'
import { CATALOGUE_META } from '@refrain/contract/service-paths'
import { QueryObserver } from '@tanstack/react-query'
import { oldestCatalogueVersion } from '../api/catalogue-version.ts'
import { queryClient } from '../api/query-client.ts'
import { importStatusQuery } from './import-status-query.ts'
import { refreshCatalogue } from './refresh-catalogue.ts'

const SECOND = 1_000
/** Interval after a failed status request. */
const RETRY_MS = 30 * SECOND
/** Pause after a refresh for each refreshed listing page, or once if there was none. */
const PAUSE_PER_PAGE_MS = SECOND
/** Backoff after incomplete refreshes: 2 s, 4 s and so on up to this. */
const MAX_BACKOFF_SECONDS = 60
/** Server processes notice a new catalogue version within 250 ms; none responds with an older one after this. */
export const SETTLED_MS = 300

/**
 * Refreshes the visible page when the catalogue changes. Polls the import status at the interval that the server asks
 * for: every second during an import.
 * @param onChange called when the catalogue has another version
 * @returns stops it
 */
export function followCatalogue(onChange = () => {}): () => void {
  let shownVersion = readPageVersion()
  let shownRemovals: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** From scheduling a refresh until the pause after it ends. */
  let isBusy = false
  let failures = 0

  const observer = new QueryObserver(queryClient, {
    ...importStatusQuery,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || !data ? RETRY_MS : data.nextCheckSeconds * SECOND,
  })

  function isCurrent({ version, removals, running }: ImportStatus): boolean {
    // The shell that a service worker shows has no version, but what fills it has.
    shownVersion ??= oldestCatalogueVersion()
    // The first requests of the page may have been served from the browser cache.
    if (shownRemovals === undefined && running) return false
    return version === shownVersion && removals === (shownRemovals ?? removals)
  }

  function show(status: ImportStatus): void {
    // The status is fetched again when the page becomes visible.
    if (isBusy || document.hidden) return
    if (isCurrent(status)) {
      setShown(status)
      return
    }
    isBusy = true
    wait(SETTLED_MS, () => {
      onChange()
      void refresh(status)
    })
  }

  async function refresh(status: ImportStatus): Promise<void> {
    const { isComplete, pages, retryAfterSeconds } = await refreshCatalogue({
      replace: status.removals !== (shownRemovals ?? status.removals),
    })
    if (isComplete) setShown(status)
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

  function setShown({ version, removals }: ImportStatus): void {
    shownVersion = version
    shownRemovals = removals
  }

  const stop = observer.subscribe(showLatest)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The catalogue version from which the server rendered the page. */
function readPageVersion(): number | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${CATALOGUE_META}"]`)
  return meta ? Number(meta.content) : undefined
}

import { CATALOGUE_META } from '@refrain/contract/addresses'
import type { ImportStatus } from '@refrain/contract/import-status'
import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { importStatusQuery } from './import-status-query.ts'
import { refreshCatalogue } from './refresh-catalogue.ts'

const SECOND = 1_000
/** After a failure the status is asked for again this much later. */
const RETRY_MS = 30 * SECOND
/** Something else was on its way just when the page was to be refreshed. */
const RETRY_SOON_MS = 2 * SECOND
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
  let isRefreshing = false

  const observer = new QueryObserver(queryClient, {
    ...importStatusQuery,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || !data ? RETRY_MS : data.nextCheckSeconds * SECOND,
  })

  function isCurrent({ version, removals, running }: ImportStatus): boolean {
    // At first, the browser may have answered the page's calls with what it kept.
    if (shownRemovals === undefined && running) return false
    return version === (shownVersion ?? version) && removals === (shownRemovals ?? removals)
  }

  function show(status: ImportStatus): void {
    if (isRefreshing) return
    if (isCurrent(status)) {
      remember(status)
      return
    }
    isRefreshing = true
    timer = setTimeout(() => void refresh(status), SETTLED_MS)
  }

  async function refresh(status: ImportStatus): Promise<void> {
    const isWhole = await refreshCatalogue({
      replace: status.removals !== (shownRemovals ?? status.removals),
    })
    if (isWhole) remember(status)
    isRefreshing = false
    const { data: latest } = observer.getCurrentResult()
    if (isWhole && latest) show(latest)
    else timer = setTimeout(() => void observer.refetch(), RETRY_SOON_MS)
  }

  function remember({ version, removals }: ImportStatus): void {
    shownVersion = version
    shownRemovals = removals
  }

  const stop = observer.subscribe(({ data }) => {
    if (data) show(data)
  })
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

import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import AccountMenu from '../../account/account-menu.tsx'
import { followLiveUpdates } from '../../account/live-updates/follow-live-updates.ts'
import { queryClient } from '../../api/query-client.ts'
import { SETTLED_MS } from '../../catalogue/follow-catalogue.ts'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { followsQuery } from '../../library/follows/follows-query.ts'
import { likesQuery } from '../../library/likes/likes-query.ts'
import { suggestionsQuery } from '../../listening/queue/suggestions-query.ts'

/** The account menu. Mounted on every screen, so it also loads the member's data and subscribes to live updates. */
export default function MemberArea({ token }: { readonly token: string }) {
  usePrefetchQuery(suggestionsQuery(token))
  return (
    <>
      <MemberUpdates token={token} />
      <AccountMenu />
    </>
  )
}

/** Loads the member's follows and likes and applies live updates to everything of theirs. Renders nothing. */
function MemberUpdates({ token }: { readonly token: string }) {
  useQuery({ ...followsQuery(token), notifyOnChangeProps: [] })
  useQuery({ ...likesQuery(token), notifyOnChangeProps: [] })
  useEffect(() => {
    const unmounted = new AbortController()
    // Immediately: changes between the first fetch and the subscription would be missed.
    void followLiveUpdates(token, unmounted.signal, askForImport)
    return () => unmounted.abort()
  }, [token])
  return null
}

/** Asks what has changed, once every process of the server knows. Hidden pages ask when somebody returns to them. */
function askForImport(): void {
  setTimeout(() => {
    const refetchType = document.hidden ? 'none' : 'active'
    void queryClient.invalidateQueries({ queryKey: importStatusQuery.queryKey, refetchType })
  }, SETTLED_MS)
}

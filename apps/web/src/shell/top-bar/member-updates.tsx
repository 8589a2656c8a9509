import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLiveUpdates } from '../../account/live-updates/follow-live-updates.ts'
import { followsQuery } from '../../library/follows/follows-query.ts'
import { likesQuery } from '../../library/likes/likes-query.ts'

/**
 * Keeps what a member follows and likes at hand on every screen, and has all that is their own follow
 * what is changed elsewhere; draws nothing.
 */
export function MemberUpdates({ token }: { readonly token: string }) {
  useQuery({ ...followsQuery(token), notifyOnChangeProps: [] })
  useQuery({ ...likesQuery(token), notifyOnChangeProps: [] })
  useEffect(() => {
    const leaving = new AbortController()
    // At once: what is changed between being fetched and being listened to is missed.
    void followLiveUpdates(token, leaving.signal)
    return () => leaving.abort()
  }, [token])
  return null
}

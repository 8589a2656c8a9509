import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hearChanges } from '../api/hear-changes.ts'
import { followsQuery } from '../library/follows-query.ts'
import { likesQuery } from '../library/likes-query.ts'
import { whenIdle } from '../ui/when-idle.ts'

/** Milliseconds that the first screen may take before changes are listened to all the same. */
const WITHIN_MS = 3_000

/**
 * Keeps what a member follows and likes at hand on every screen (AUTH-06), and has all that is their own follow
 * what is changed elsewhere; draws nothing.
 */
export function OwnChanges({ token }: { readonly token: string }) {
  useQuery({ ...followsQuery(token), notifyOnChangeProps: [] })
  useQuery({ ...likesQuery(token), notifyOnChangeProps: [] })
  useEffect(() => {
    const leaving = new AbortController()
    const forget = whenIdle(() => void hearChanges(token, leaving.signal), WITHIN_MS)
    return () => {
      forget()
      leaving.abort()
    }
  }, [token])
  return null
}

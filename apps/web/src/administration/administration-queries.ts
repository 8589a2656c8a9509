import { fetchAudit } from '@refrain/contract/administration/audit'
import { fetchOverview } from '@refrain/contract/administration/overview'
import { fetchInvitations, fetchPeople } from '@refrain/contract/administration/people'
import { fetchLiveSettings } from '@refrain/contract/administration/settings'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ownKey } from '../account/session.ts'
import { call } from '../api/call.ts'

/** The key of what an administrator sees; it is removed when the session ends. */
export const administrationKey = (token: string | null, ...more: readonly string[]) =>
  ownKey(token, 'user', 'administration', ...more)

/** How often an open overview is read again, in milliseconds. */
const OVERVIEW_MS = 30_000

export const overviewQuery = (token: string | null) =>
  queryOptions({
    queryKey: administrationKey(token, 'overview'),
    queryFn: ({ signal }) => call(fetchOverview, {}, signal),
    refetchInterval: OVERVIEW_MS,
  })

/** @param query part of names or email addresses; '' for everybody */
export const peopleQuery = (token: string | null, query: string) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'people', query),
    queryFn: ({ pageParam, signal }) =>
      call(fetchPeople, { ...(query && { query }), ...(pageParam && { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
  })

export const invitationsQuery = (token: string | null) =>
  queryOptions({
    queryKey: administrationKey(token, 'invitations'),
    queryFn: ({ signal }) => call(fetchInvitations, {}, signal),
  })

export const liveSettingsQuery = (token: string | null) =>
  queryOptions({
    queryKey: administrationKey(token, 'settings'),
    queryFn: ({ signal }) => call(fetchLiveSettings, {}, signal),
  })

export const auditQuery = (token: string | null) =>
  infiniteQueryOptions({
    queryKey: administrationKey(token, 'audit'),
    queryFn: ({ pageParam, signal }) => call(fetchAudit, pageParam ? { after: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })

import { fetchMailPermission, fetchPushPermission } from '@refrain/contract/notifications/permissions'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../account/session.ts'
import { call } from '../api/call.ts'

/** Whether the listener wants push notifications from artists. */
export const pushSettingQuery = (token: string | null, userId: string) =>
  queryOptions({
    queryKey: ownKey(token, 'notifications', 'push'),
    enabled: token !== null,
    queryFn: async ({ signal }) => (await call(fetchPushPermission, { userId }, signal)).fromArtists,
    throwOnError: false,
  })

/** Whether the listener wants email about artists and music. */
export const emailSettingQuery = (token: string | null, userId: string) =>
  queryOptions({
    queryKey: ownKey(token, 'notifications', 'mail'),
    enabled: token !== null,
    queryFn: async ({ signal }) => (await call(fetchMailPermission, { userId }, signal)).aboutArtistsAndMusic,
    throwOnError: false,
  })

import { formatBytes } from '@refrain/contract/describe-limits'
import { byteLimits } from '@refrain/contract/limits'
import type { Operation } from '@refrain/contract/operation'

/** Error statuses of operations. The texts are shown in the API documentation. */
const REASONS = {
  400: 'The input is invalid; the error says why.',
  401: 'The call needs somebody who is signed in; calls for guests do on a private service.',
  403: 'Another site, or a link or picture, asked for it; or the caller may not do it, or signed in too long ago.',
  413: 'The body is too large.',
  415: 'The body has the wrong type.',
  429: 'Too many requests; Retry-After says when to come back.',
  503: 'The service is busy or stopping; Retry-After says when to come back.',
} as const

/** Error statuses of any request, before an operation is known. */
export const COMMON_STATUSES: Readonly<Record<number, string>> = {
  405: 'The address takes another method; Allow names those that it takes.',
  414: `The address is longer than ${formatBytes(byteLimits.url)}.`,
  421: 'The host name is unknown (only without PUBLIC_URL).',
  431: `The headers are longer than ${formatBytes(byteLimits.headers)}.`,
  500: 'Something went wrong on our side.',
}

/** The error statuses of an operation, with reasons. */
export function errorStatuses(operation: Operation): Readonly<Record<number, string>> {
  const { method, who, isAlwaysOpen, sameOrigin, acceptsCookie, needsRecentSignIn, errors } = operation
  const derived = {
    400: true,
    401: who !== 'guest' || !isAlwaysOpen,
    403:
      who === 'administrator' ||
      who === 'service' ||
      who === 'sender' ||
      ((sameOrigin || acceptsCookie || needsRecentSignIn) ?? false),
    413: method !== 'GET',
    415: method === 'POST',
    429: true,
    503: true,
  }
  const applying = Object.entries(REASONS).filter(
    ([status]) => derived[Number(status) as keyof typeof derived],
  )
  return { ...Object.fromEntries(applying), ...errors }
}

/** All documented statuses of an operation. */
export function documentedStatuses(operation: Operation): ReadonlySet<number> {
  const { caching, mayQueue } = operation
  return new Set([
    200,
    ...(mayQueue ? [202] : []),
    ...(caching === 'public' ? [304] : []),
    ...Object.keys(errorStatuses(operation)).map(Number),
  ])
}

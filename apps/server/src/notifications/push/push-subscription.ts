import { ECDH } from 'node:crypto'
import { WEB_PUSH_PREFIX, type WebPushSubscription } from '@refrain/contract/notifications/devices'
import * as z from 'zod/mini'

const AUTH_BYTES = 16
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const shape = z.strictObject({
  endpoint: z.string(),
  keys: z.strictObject({ p256dh: z.base64url(), auth: z.base64url() }),
})

/**
 * Reads the subscription in a token; undefined if it is malformed, its keys are invalid, or its endpoint is not a known
 * push service. Clients choose the endpoint, so requests go to known hosts only (server-side request forgery).
 * @param hosts host names such as `push.example.org`, or `*.example.org` for all subdomains
 */
export function readSubscription(token: string, hosts: readonly string[]): WebPushSubscription | undefined {
  if (!token.startsWith(WEB_PUSH_PREFIX)) return undefined
  const read = z.safeParse(shape, parse(token.slice(WEB_PUSH_PREFIX.length)))
  if (!read.success) return undefined
  const { endpoint, keys } = read.data
  return findPushService(endpoint, hosts) !== undefined && areKeys(keys) ? read.data : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** The entry of `hosts` that an endpoint belongs to, if any. */
export function findPushService(endpoint: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return undefined
  // Services on this machine are reachable only if the operator lists them.
  const allowed = LOOPBACK.has(hostname)
    ? protocol === 'http:' || protocol === 'https:'
    : protocol === 'https:' && port === ''
  return allowed ? hosts.find(host => matches(hostname, host)) : undefined
}

function matches(hostname: string, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

function areKeys({ p256dh, auth }: WebPushSubscription['keys']): boolean {
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    // Throws if the key is not a point of the curve.
    const point = ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
    return point === p256dh
  } catch {
    return false
  }
}

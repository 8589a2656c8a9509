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
 * The subscription that a token holds; undefined where it holds none that can be used: an address that is not one of
 * the push services we ask, or keys that are none.
 * @param hosts of push services: `push.example.org`, or `*.example.org` for all below it. Nobody else is ever asked:
 * a listener chooses the address.
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

/** Which of the push services an address belongs to, as the operator names it; undefined where to none. */
export function findPushService(endpoint: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return undefined
  // What runs on the machine itself is none of a listener's, unless the operator names it.
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
    // Refuses what is no point of the curve.
    const point = ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed')
    return point === p256dh
  } catch {
    return false
  }
}

import type { FastifyRequest } from 'fastify'
import { createNetworkCheck } from '../../ip-networks.ts'
import { FORWARDING_HEADERS } from './forwarding-headers.ts'

/**
 * Says once in the log that a proxy is not named in TRUSTED_PROXIES: everybody behind it counts as one address.
 * @returns to be called with each request
 */
export function createProxyWarning(trusted: readonly string[]): (request: FastifyRequest) => void {
  const isTrusted = createNetworkCheck(trusted)
  let warned = false
  return ({ headers, raw: { socket } }) => {
    if (warned) return
    const header = FORWARDING_HEADERS.find(name => headers[name] !== undefined)
    const peer = socket.remoteAddress ?? ''
    // A connection that was reset has no address any more.
    if (header === undefined || peer === '' || isTrusted(peer)) return
    warned = true
    console.warn(
      `${peer} sent ${header} but is not in TRUSTED_PROXIES. If it is your proxy, name it there: ` +
        'until then everybody behind it counts as one address for the rate limits.',
    )
  }
}

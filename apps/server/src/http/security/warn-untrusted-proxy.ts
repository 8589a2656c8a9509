import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { createNetworkCheck } from '../../ip-networks.ts'
import { log } from '../../log/log.ts'

/** Headers by which a proxy says for whom it asks. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

function findForwardingHeader(headers: IncomingHttpHeaders): string | undefined {
  for (const name of FORWARDING_HEADERS) if (headers[name] !== undefined) return name
  return undefined
}

/**
 * Creates a check of each request that warns once about a proxy that is not in TRUSTED_PROXIES: rate limits count
 * everybody behind it as one address.
 */
export function createProxyWarning(trusted: readonly string[]): (request: FastifyRequest) => void {
  const isTrusted = createNetworkCheck(trusted)
  let warned = false
  return ({ headers, raw: { socket } }) => {
    if (warned) return
    const header = findForwardingHeader(headers)
    if (header === undefined) return
    const peer = socket.remoteAddress ?? ''
    // A connection that was reset has no address.
    if (peer === '' || isTrusted(peer)) return
    warned = true
    log.warn(
      `${peer} sent ${header} but is not in TRUSTED_PROXIES. If it is your proxy, name it there: ` +
        'until then everybody behind it counts as one address for the rate limits.',
    )
  }
}

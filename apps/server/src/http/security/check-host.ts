import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../settings.ts'
import { RequestError } from '../errors/request-errors.ts'

/** A name or an IP address, and a port. */
const HOST = /^(\[[\da-f:.]+\]|[^:[\]]+?)\.?(?::\d{1,5})?$/i

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that say nothing worth protecting, such as health checks by a container's name. */
    anyHost?: boolean
  }
}

/**
 * Protects against DNS rebinding: a hostile page that points its own name at this machine is of one origin with it.
 * Without PUBLIC_URL only loopback names, IP addresses and the machine's own names count as ours. Returns the refusal
 * of a request for any other name.
 */
export function createHostCheck({
  publicUrl,
  host,
}: Pick<Settings, 'publicUrl' | 'host'>): (request: FastifyRequest) => RequestError | undefined {
  if (publicUrl) return () => undefined
  const own = ownNames(host)
  const isOwn = (asked: string) => {
    const name = HOST.exec(asked.trim())?.[1]?.toLowerCase()
    if (name === undefined) return false
    return isIP(name.replace(/^\[|\]$/g, '')) > 0 || name.endsWith('.localhost') || own.has(name)
  }
  let warned = false
  return ({ host, headers, routeOptions }) => {
    // `host` is X-Forwarded-Host where the peer is trusted. A hostile page may send that header, but no other Host than
    // its own, so both have to be ours. Old programs send neither.
    const strange = [host, headers.host ?? ''].find(asked => asked !== '' && !isOwn(asked))
    if (strange === undefined || routeOptions.config?.anyHost) return undefined
    if (!warned) console.warn(describe(strange))
    warned = true
    return new RequestError(
      421,
      'This host name is not known here. Set PUBLIC_URL to the address that you use.',
    )
  }
}

function ownNames(host: string): ReadonlySet<string> {
  const name = hostname().toLowerCase()
  const [short = name] = name.split('.')
  // Neighbours on the network find the machine under `.local` (multicast DNS).
  return new Set(['localhost', name, short, `${short}.local`, host.toLowerCase()])
}

function describe(strange: string): string {
  const name = strange.slice(0, 100).replaceAll(/[^\w.:[\]-]/g, '?')
  return `Refused a request for the unknown host ${name}. If that is this service, set PUBLIC_URL.`
}

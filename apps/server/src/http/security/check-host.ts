import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { log } from '../../log/log.ts'
import type { Settings } from '../../settings.ts'
import { RequestError } from '../errors/request-errors.ts'

/** A name or an IP address, and a port. */
const HOST = /^(\[[\da-f:.]+\]|[^:[\]]+?)\.?(?::\d{1,5})?$/i

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers any host name, such as health checks by a container's name. */
    anyHost?: boolean
  }
}

/**
 * Protects against DNS rebinding, where a hostile page points its own host name at this machine. Without PUBLIC_URL,
 * only loopback names, IP addresses and the machine's own names are accepted.
 * @returns a check that gives the error (421) for any other name
 */
export function createHostCheck({
  publicUrl,
  host,
}: Pick<Settings, 'publicUrl' | 'host'>): (
  request: FastifyRequest,
  config: FastifyContextConfig | undefined,
) => RequestError | undefined {
  if (publicUrl) return () => undefined
  const own = ownNames(host)
  const isOwn = (requested: string) => {
    const written = requested.trim()
    const name = HOST.exec(written)?.[1]?.toLowerCase()
    // Links are made of it: port 99999 and `a b.localhost` cannot be in one.
    if (name === undefined || !URL.canParse(`http://${written}`)) return false
    return isIP(name.replace(/^\[|\]$/g, '')) > 0 || name.endsWith('.localhost') || own.has(name)
  }
  let warned = false
  // Most requests name the same host as the one before.
  let lastOwn = ''
  return ({ host, headers }, config) => {
    if (host === lastOwn && headers.host === lastOwn) return undefined
    // `host` is X-Forwarded-Host if the peer is trusted. A hostile page can forge that header but not Host, so both
    // must be ours. HTTP/1.0 clients send neither.
    const unknown = [host, headers.host ?? ''].find(requested => requested !== '' && !isOwn(requested))
    if (unknown === undefined) {
      if (host === headers.host) lastOwn = host
      return undefined
    }
    if (config?.anyHost) return undefined
    if (!warned) log.warn(describeUnknownHost(unknown))
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
  // Multicast DNS gives machines on the local network the suffix `.local`.
  return new Set(['localhost', name, short, `${short}.local`, host.toLowerCase()])
}

function describeUnknownHost(unknown: string): string {
  const name = unknown.slice(0, 100).replaceAll(/[^\w.:[\]-]/g, '?')
  return `Refused a request for the unknown host ${name}. If that is this service, set PUBLIC_URL.`
}

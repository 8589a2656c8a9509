import type { FastifyRequest } from 'fastify'
import { FORWARDING_HEADERS } from './forwarding-headers.ts'

const LOOPBACK = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_NAME = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Whether the visitor sits at the machine that the service runs on, and so may be its operator. Behind a proxy on the
 * same machine everybody has a loopback address: whoever was forwarded, or asked for a public name, does not count.
 */
export function isOnThisMachine({ server, headers, hostname, raw }: FastifyRequest): boolean {
  return (
    server.publicUrl === '' &&
    LOOPBACK.test(raw.socket.remoteAddress ?? '') &&
    LOOPBACK_NAME.test(hostname) &&
    FORWARDING_HEADERS.every(name => headers[name] === undefined)
  )
}

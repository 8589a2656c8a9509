import type { FastifyRequest } from 'fastify'

/** A host name or IP address with an optional port. */
const HOST = /^(?=.{1,255}$)(\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/i

/** The pages' origin for absolute addresses: PUBLIC_URL, else from the request; undefined for an invalid Host header. */
export function pageOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
): string | undefined {
  if (publicUrl) return new URL(publicUrl).origin
  const known = protocol === 'http' || protocol === 'https'
  return known && HOST.test(host) ? `${protocol}://${host.toLowerCase()}` : undefined
}

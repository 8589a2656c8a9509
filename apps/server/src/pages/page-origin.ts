import type { FastifyRequest } from 'fastify'

/** A name or an IP address, and a port: whatever else a Host header holds is not believed. */
const HOST = /^(?=.{1,255}$)(\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/i

/** Where the pages are, for absolute addresses: as set, else as they were asked for; undefined where that is odd. */
export function pageOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
): string | undefined {
  if (publicUrl) return new URL(publicUrl).origin
  const known = protocol === 'http' || protocol === 'https'
  return known && HOST.test(host) ? `${protocol}://${host.toLowerCase()}` : undefined
}

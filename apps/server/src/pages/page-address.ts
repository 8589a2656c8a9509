import type { FastifyRequest } from 'fastify'
import { readPathPrefix } from '../http/path-prefix.ts'

/** A host name or IP address with an optional port. */
const HOST = /^(?=.{1,255}$)(\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/i

/**
 * Where the pages are, without a slash at the end: absolute addresses begin with it. From PUBLIC_URL, else from the request;
 * undefined for an invalid Host header.
 */
export function pageAddress(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string,
): string | undefined {
  if (publicUrl) return new URL(publicUrl).origin + readPathPrefix(publicUrl)
  const known = protocol === 'http' || protocol === 'https'
  return known && HOST.test(host) ? `${protocol}://${host.toLowerCase()}` : undefined
}

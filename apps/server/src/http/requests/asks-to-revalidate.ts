import type { FastifyRequest } from 'fastify'

/** Whether the client bypasses its HTTP cache, as pages do after a change (`fetch` with `cache: 'no-cache'`). */
export function asksToRevalidate({ headers }: FastifyRequest): boolean {
  const header = headers['cache-control']
  return header !== undefined && /\b(no-cache|max-age=0)\b/i.test(header)
}

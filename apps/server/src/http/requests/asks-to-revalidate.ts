import type { FastifyRequest } from 'fastify'

/** Whether the client bypasses its HTTP cache, as pages do after a change (`fetch` with `cache: 'no-cache'`). */
export const asksToRevalidate = ({ headers }: FastifyRequest): boolean =>
  /\b(no-cache|max-age=0)\b/i.test(headers['cache-control'] ?? '')

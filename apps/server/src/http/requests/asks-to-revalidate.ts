import type { FastifyRequest } from 'fastify'

/** Whether the client wants the newest answer: pages ask so after a change, `fetch` with `cache: 'no-cache'` and reloads too. */
export const asksToRevalidate = ({ headers }: FastifyRequest): boolean =>
  /\b(no-cache|max-age=0)\b/.test(headers['cache-control'] ?? '')

import { IDEMPOTENCY_HEADER } from '@refrain/contract/library/playlists'
import { isId } from '@refrain/contract/values'
import type { FastifyRequest } from 'fastify'
import { InvalidInputError } from '../errors/request-errors.ts'

/** What the caller names the request by, so that it is done once where it comes again. @throws InvalidInputError */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined || isId(key)) return key
  throw new InvalidInputError(`The header ${IDEMPOTENCY_HEADER} must be an id.`)
}

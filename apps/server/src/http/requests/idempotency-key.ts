import { IDEMPOTENCY_HEADER } from '@refrain/contract/library/playlists'
import { isId } from '@refrain/contract/values'
import type { FastifyRequest } from 'fastify'
import { InvalidInputError } from '../errors/request-errors.ts'

/** The caller's idempotency key: a repeated request with the same key is done once. @throws InvalidInputError */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined || isId(key)) return key
  throw new InvalidInputError(`The header ${IDEMPOTENCY_HEADER} must be an id.`)
}

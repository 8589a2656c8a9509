import type { FastifyReply, FastifyRequest } from 'fastify'
import { isForeignKeyViolation, type StorageFailure, storageFailureOf } from '../../database/error-kinds.ts'
import { isDatabaseUnavailable } from '../../database/retry.ts'

/** A refusal whose text is meant for the caller. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly statusCode: number
  /** Seconds after which trying again makes sense, where it does. */
  readonly retryAfter: number | undefined
  /** The methods that an address takes, where it was asked with another. */
  readonly allow: string | undefined = undefined
  /** What is wrong, point by point, where the call answers that too. */
  readonly errors: readonly string[] | undefined = undefined

  constructor(statusCode: number, message: string, retryAfter?: number) {
    super(message)
    this.statusCode = statusCode
    this.retryAfter = retryAfter
  }
}

/** 404: nothing has that id, or what was asked for does not exist. */
export class NotFoundError extends RequestError {
  override name = 'NotFoundError'
  constructor(message = 'There is nothing at this address.') {
    super(404, message)
  }
}

/** 400: the input cannot be what it is. */
export class InvalidInputError extends RequestError {
  override name = 'InvalidInputError'
  override readonly errors: readonly string[] | undefined
  constructor(message: string, errors?: readonly string[]) {
    super(400, message)
    this.errors = errors
  }
}

/** 401: the call needs somebody who is signed in. */
export class UnauthorizedError extends RequestError {
  override name = 'UnauthorizedError'
  constructor() {
    super(401, 'Sign in first.')
  }
}

/** 403: who asks is known well enough to be refused. */
export class ForbiddenError extends RequestError {
  override name = 'ForbiddenError'
  constructor(message: string) {
    super(403, message)
  }
}

const RETRY_SECONDS = 2
/** An operator has to act first. */
const STORAGE_RETRY_SECONDS = 30
const UNWRITABLE: Readonly<Record<StorageFailure, string>> = {
  full: 'The service has no space left to save this: try again later.',
  'read-only': 'The service cannot save anything at the moment: try again later.',
}
const LOGGED: Readonly<Record<StorageFailure, string>> = {
  full: 'The disk is full, nothing can be saved until there is space: ',
  'read-only': 'The disk cannot be written, check the permissions of DATA_DIR: ',
}
/** In our words: the framework's repeat what the caller sent. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read: check its address and its JSON.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body must be JSON (Content-Type: application/json).',
}

/** Turns whatever was thrown into what a caller may read: never a stack, SQL or a path of the machine. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const trouble = storageFailureOf(error)
  if (trouble) return new RequestError(503, UNWRITABLE[trouble], STORAGE_RETRY_SECONDS)
  if (isForeignKeyViolation(error)) return new NotFoundError('This was deleted a moment ago.')
  if (isDatabaseUnavailable(error)) {
    return new RequestError(503, 'The service is busy: try again in a moment.', RETRY_SECONDS)
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode !== undefined && code?.startsWith('FST_')) {
    if (statusCode === 503) return new RequestError(503, 'The answer took too long.', RETRY_SECONDS)
    if (statusCode >= 400 && statusCode < 500) {
      return new RequestError(statusCode, REFUSALS[statusCode] ?? 'The request was refused.')
    }
  }
  return new RequestError(500, 'Something went wrong on our side.')
}

/** Answers `{ error, requestId }`; writes one line where the fault is ours. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRequestError(error)
  if (refusal.statusCode >= 500) logFault(error, request, refusal.statusCode)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  if (refusal.allow !== undefined) reply.header('allow', refusal.allow)
  reply
    .code(refusal.statusCode)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: refusal.message, errors: refusal.errors, requestId: request.id }))
}

/** The route's template stands in the line, never what the caller sent. */
function logFault(error: unknown, request: FastifyRequest, status: number): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const where = stack?.split('\n').find(line => line.trimStart().startsWith('at '))
  const trouble = storageFailureOf(error)
  const what = trouble ? LOGGED[trouble] + message : `${message} ${where ?? ''}`
  const line = `${request.id} ${request.method} ${request.routeOptions.url ?? '-'} ${status}: ${what}`
  console.error(line.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim())
}

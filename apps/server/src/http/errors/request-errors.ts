import type { FastifyReply, FastifyRequest } from 'fastify'
import { isForeignKeyViolation, type StorageFailure, storageFailureOf } from '../../database/error-kinds.ts'
import { isDatabaseUnavailable } from '../../database/retry.ts'
import { log } from '../../log/log.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'

/** An error whose message is sent to the caller. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly statusCode: number
  /** Seconds after which a retry makes sense, if it does. */
  readonly retryAfter: number | undefined
  /** For 405: the allowed methods. */
  readonly allow: string | undefined = undefined
  /** Details, for operations that return them. */
  readonly errors: readonly string[] | undefined = undefined

  constructor(statusCode: number, message: string, retryAfter?: number) {
    super(message)
    this.statusCode = statusCode
    this.retryAfter = retryAfter
  }
}

/** 404. */
export class NotFoundError extends RequestError {
  override name = 'NotFoundError'
  constructor(message = 'There is nothing at this address.') {
    super(404, message)
  }
}

/** 400. */
export class InvalidInputError extends RequestError {
  override name = 'InvalidInputError'
  override readonly errors: readonly string[] | undefined
  constructor(message: string, errors?: readonly string[]) {
    super(400, message)
    this.errors = errors
  }
}

/** 401. */
export class UnauthorizedError extends RequestError {
  override name = 'UnauthorizedError'
  constructor() {
    super(401, 'Sign in first.')
  }
}

/** 403. */
export class ForbiddenError extends RequestError {
  override name = 'ForbiddenError'
  constructor(message: string) {
    super(403, message)
  }
}

const RETRY_SECONDS = 2
/** Longer: the operator has to act first. */
const STORAGE_RETRY_SECONDS = 30
const UNWRITABLE: Readonly<Record<StorageFailure, string>> = {
  full: 'The service has no space left to save this: try again later.',
  'read-only': 'The service cannot save anything at the moment: try again later.',
  failing: 'The service cannot save anything at the moment: try again later.',
}
const LOGGED: Readonly<Record<StorageFailure, string>> = {
  full: 'The disk is full, nothing can be saved until there is space: ',
  'read-only': 'The disk cannot be written, check the permissions of DATA_DIR: ',
  failing: 'The disk refuses to be written, check it for quotas, limits and defects: ',
}
/** Fastify's own messages would repeat the caller's input. */
const FRAMEWORK_ERRORS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read: check its address and its JSON.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body must be JSON (Content-Type: application/json).',
}

/** Turns anything thrown into an error for the caller. Never exposes stacks, SQL or file paths. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const storageFailure = storageFailureOf(error)
  if (storageFailure) return new RequestError(503, UNWRITABLE[storageFailure], STORAGE_RETRY_SECONDS)
  if (error instanceof ObjectStorageError)
    return new RequestError(503, 'The media storage cannot be used at the moment: try again.', RETRY_SECONDS)
  if (isForeignKeyViolation(error)) return new NotFoundError('This was deleted a moment ago.')
  if (isDatabaseUnavailable(error)) {
    return new RequestError(503, 'The service is busy: try again in a moment.', RETRY_SECONDS)
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode !== undefined && code?.startsWith('FST_')) {
    if (statusCode === 503) return new RequestError(503, 'The answer took too long.', RETRY_SECONDS)
    if (statusCode >= 400 && statusCode < 500) {
      return new RequestError(statusCode, FRAMEWORK_ERRORS[statusCode] ?? 'The request was refused.')
    }
  }
  return new RequestError(500, 'Something went wrong on our side.')
}

/** Answers `{ error, requestId }`; logs one line for a server error. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const requestError = toRequestError(error)
  if (requestError.statusCode >= 500 && !isAbandoned(error, reply))
    logServerError(error, request, requestError.statusCode)
  if (requestError.retryAfter !== undefined) reply.header('retry-after', requestError.retryAfter)
  if (requestError.allow !== undefined) reply.header('allow', requestError.allow)
  reply
    .code(requestError.statusCode)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ error: requestError.message, errors: requestError.errors, requestId: request.id }))
}

/** Whether the client left before a streamed response began: nothing is wrong, and nobody reads the error. */
function isAbandoned(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Logs the route's pattern, never the caller's input. */
function logServerError(error: unknown, request: FastifyRequest, status: number): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const where = stack?.split('\n').find(line => line.trimStart().startsWith('at '))
  const storageFailure = storageFailureOf(error)
  const what = storageFailure ? LOGGED[storageFailure] + message : `${message} ${where ?? ''}`
  const { id: requestId, method, routeOptions } = request
  const route = routeOptions.url ?? '-'
  const said = what.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  log.error(said, { requestId, method, route, status }, `${requestId} ${method} ${route} ${status}: ${said}`)
}

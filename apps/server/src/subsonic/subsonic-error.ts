import { type RequestError, toRequestError } from '../http/errors/request-errors.ts'

/** Error codes of the protocol. */
export const CODES = {
  other: 0,
  parameter: 10,
  clientTooOld: 20,
  serverTooOld: 30,
  wrongCredentials: 40,
  conflictingCredentials: 43,
  wrongApiKey: 44,
  notAllowed: 50,
  notFound: 70,
} as const

/** A refusal in the form of the protocol: apps take any status but 200 for a broken server. */
export class SubsonicError extends Error {
  override name = 'SubsonicError'
  readonly code: number
  readonly helpUrl: string | undefined
  readonly status: number
  /** Seconds until the next attempt, for status 429 and 503. */
  readonly retryAfter: number | undefined

  constructor(
    code: number,
    message: string,
    { helpUrl, status = 200, retryAfter }: { helpUrl?: string; status?: number; retryAfter?: number } = {},
  ) {
    super(message)
    this.code = code
    this.helpUrl = helpUrl
    this.status = status
    this.retryAfter = retryAfter
  }
}

export const notFound = (what: string) => new SubsonicError(CODES.notFound, `There is no such ${what}.`)
export const badParameter = (name: string, why: string) =>
  new SubsonicError(CODES.parameter, `The parameter "${name}" ${why}.`)
export const NOT_OFFERED = 'Not offered here.'

const BY_STATUS: Readonly<Record<number, number>> = {
  400: CODES.parameter,
  401: CODES.wrongCredentials,
  403: CODES.notAllowed,
  404: CODES.notFound,
}
/** Statuses that apps understand: they wait, or send less. */
const KEPT_STATUSES = new Set([413, 429, 500, 503])

/** Turns anything thrown into a refusal. Never exposes stacks, SQL or file paths. */
export function toSubsonicError(error: unknown): SubsonicError {
  if (error instanceof SubsonicError) return error
  const { statusCode, message, retryAfter }: RequestError = toRequestError(error)
  const status = KEPT_STATUSES.has(statusCode) ? statusCode : 200
  return new SubsonicError(BY_STATUS[statusCode] ?? CODES.other, message, {
    status,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

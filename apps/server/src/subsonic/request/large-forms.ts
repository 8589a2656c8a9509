import { byteLimits, countLimits } from '@refrain/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, type RateLimits } from '../../http/limits/rate-limits.ts'
import { RunningCounts } from '../../http/limits/running-counts.ts'
import { CODES, SubsonicError } from '../subsonic-error.ts'

const RETRY_SECONDS = 1

/** Limits how many large forms one address sends at the same time: they are read before anybody knows whose they are. */
export class LargeForms {
  readonly #isOff: boolean
  readonly #running = new RunningCounts()
  readonly #releases = new WeakMap<FastifyRequest, () => void>()

  constructor(limits: Pick<RateLimits, 'isOff'>) {
    this.#isOff = limits.isOff
  }

  /** Counts a large form until it is released or its response closes. @throws SubsonicError (429) beyond the limit */
  count(request: FastifyRequest, { raw }: FastifyReply): void {
    if (this.#isOff || raw.destroyed || !mayBeLarge(request)) return
    const release = this.#running.start(clientAddress(request), countLimits.largeAppForms)
    if (!release)
      throw new SubsonicError(CODES.other, 'Too many large calls at the same time: wait a moment.', {
        status: 429,
        retryAfter: RETRY_SECONDS,
      })
    this.#releases.set(request, release)
    raw.once('close', release)
  }

  /** The form of a request has been read, and is of somebody who may send it: its answer may take as long as a song. */
  release(request: FastifyRequest): void {
    this.#releases.get(request)?.()
  }
}

/** A body without a length may have any. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > byteLimits.smallAppForm
}

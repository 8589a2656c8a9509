import { EventEmitter } from 'node:events'
import { countLimits, userRates } from '@refrain/contract/limits'
import type { FastifyReply } from 'fastify'
import { describe, expect, it } from 'vitest'
import { RateLimiter } from '../../http/limits/rate-limiter.ts'
import { SubsonicError } from '../subsonic-error.ts'
import { CallLimits } from './call-limits.ts'

const createLimits = () =>
  new CallLimits({
    isOff: false,
    createLimiter: (_name, { calls, seconds }) => new RateLimiter(calls, { seconds }),
  })

/** A response that is still open. */
function openReply(): FastifyReply & { raw: EventEmitter } {
  return { raw: Object.assign(new EventEmitter(), { destroyed: false }) } as never
}

function statusOf(act: () => void): number {
  try {
    act()
    return 200
  } catch (error) {
    if (!(error instanceof SubsonicError)) throw error
    expect(error.retryAfter).toBeGreaterThan(0)
    return error.status
  }
}

describe('limits of calls by app (SUB-30)', () => {
  it('lets as many calls in a minute pass as a first sync needs, and refuses more of that app only', () => {
    const limits = createLimits()
    const count = (key: string) =>
      statusOf(() => {
        const reply = openReply()
        limits.count(key, reply)
        reply.raw.emit('close')
      })
    for (let at = 0; at < userRates.appCalls.calls; at++) expect(count('one')).toBe(200)
    expect(count('one')).toBe(429)
    expect(count('another')).toBe(200)
  })

  it('answers a limited number at once, and more when one has ended', () => {
    const limits = createLimits()
    const open = Array.from({ length: countLimits.appCallsAtOnce }, openReply)
    for (const reply of open) limits.count('one', reply)
    expect(statusOf(() => limits.count('one', openReply()))).toBe(429)
    expect(statusOf(() => limits.count('another', openReply()))).toBe(200)
    open[0]?.raw.emit('close')
    expect(statusOf(() => limits.count('one', openReply()))).toBe(200)
  })
})

import { EventEmitter } from 'node:events'
import { byteLimits, countLimits } from '@refrain/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { LargeForms } from './large-forms.ts'

const requestOf = (headers: Record<string, string>, ip = '203.0.113.1') =>
  ({ headers, ip, raw: { socket: {} } }) as unknown as FastifyRequest
const large = { 'content-length': String(byteLimits.smallAppForm + 1) }

function openReply(): FastifyReply & { raw: EventEmitter } {
  return { raw: Object.assign(new EventEmitter(), { destroyed: false }) } as never
}

describe('large forms of apps', () => {
  it('are read two at a time from one address, also without a length', () => {
    const forms = new LargeForms({ isOff: false })
    const open = Array.from({ length: countLimits.largeAppForms }, openReply)
    for (const reply of open) forms.count(requestOf(large), reply)
    const more = (headers: Record<string, string>, ip?: string) => () =>
      forms.count(requestOf(headers, ip), openReply())
    expect(more(large)).toThrow('Too many large calls')
    expect(more({ 'transfer-encoding': 'chunked' })).toThrow('Too many large calls')
    expect(more({ 'content-length': String(byteLimits.smallAppForm) })).not.toThrow()
    expect(more({})).not.toThrow()
    expect(more(large, '203.0.113.2')).not.toThrow()
    open[0]?.raw.emit('close')
    expect(more(large)).not.toThrow()
  })

  it('are no longer counted once they are read, however long the answer takes', () => {
    const forms = new LargeForms({ isOff: false })
    const requests = Array.from({ length: countLimits.largeAppForms }, () => requestOf(large))
    const replies = requests.map(openReply)
    for (const [n, request] of requests.entries()) forms.count(request, replies[n] as FastifyReply)
    const more = () => forms.count(requestOf(large), openReply())
    forms.release(requests[0] as FastifyRequest)
    expect(more).not.toThrow()
    // Its end releases nothing again.
    replies[0]?.raw.emit('close')
    expect(more).toThrow('Too many large calls')
  })
})

import { byteLimits, countLimits } from '@refrain/contract/limits'
import { operation } from '@refrain/contract/operation'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { readSettings } from '../../settings.ts'
import { bind } from '../bind.ts'
import { createApp } from '../create-app.ts'
import { requireFewValues } from './json-body.ts'

const writeList = operation({
  ...{ name: 'writeList', summary: '', method: 'POST', path: '/api/list', caching: 'none' },
  who: 'member',
  bodyLimit: 4 * byteLimits.jsonBody,
  input: z.strictObject({ list: z.array(z.unknown()) }),
  output: z.unknown(),
})

describe('JSON bodies', () => {
  it('may have as many values as the largest call needs, in few levels', () => {
    const entry = { id: 'x'.repeat(22), at: '2024-01-01T00:00:00.000Z' }
    const largest = { title: ',[{"\\', tracks: Array(countLimits.playlistTracks).fill(entry) }
    expect(() => requireFewValues(JSON.stringify(largest))).not.toThrow()
    expect(() => requireFewValues(`[${'[],'.repeat(countLimits.jsonValues)}[]]`)).toThrow('too many values')
    expect(() => requireFewValues(`${'['.repeat(16)}${']'.repeat(16)}`)).not.toThrow()
    expect(() => requireFewValues(`${'['.repeat(17)}${']'.repeat(17)}`)).toThrow('too deep')
    expect(() => requireFewValues(`{"a":${'{"a":'.repeat(16)}1`)).toThrow('too deep')
  })

  it('of more than 64 KB are parsed for whoever may call only', async () => {
    const app = createApp({ ...readSettings({}), rateLimitScale: 0 })
    onTestFinished(() => app.close())
    app.decorate('findSession', async token =>
      token === 'right' ? { userId: 'ada', session: 'one', signedInAt: 0 } : undefined,
    )
    bind(app, writeList, ({ list }) => list.length)
    const post = (payload: string, token: string) =>
      app.inject({
        ...{ method: 'POST', url: '/api/list', payload },
        headers: { 'content-type': 'application/json', 'auth-token': token },
      })
    const large = JSON.stringify({ list: ['x'.repeat(2_000), ...Array(6_000).fill('x'.repeat(10))] })
    const wide = `{"list":[${'[],'.repeat(countLimits.jsonValues)}[]]}`
    const broken = `{"list":["${'x'.repeat(byteLimits.jsonBody)}`
    for (const body of [large, wide, broken]) expect((await post(body, 'wrong')).statusCode).toBe(401)
    expect((await post(large, 'right')).json()).toBe(6_001)
    for (const body of [wide, broken]) expect((await post(body, 'right')).statusCode).toBe(400)
  })
})

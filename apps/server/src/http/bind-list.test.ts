import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { operation } from '@refrain/contract/operation'
import { expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { readSettings } from '../settings.ts'
import { bindStreamedList } from './bind-list.ts'
import { createApp } from './create-app.ts'

const readThings = operation({
  ...{ name: 'readThings', summary: '', who: 'guest', caching: 'none' },
  ...{ method: 'POST', path: '/api/things', input: z.strictObject({}), output: z.unknown() },
})

it('logs no server error for a client that leaves before the first part of a list is there', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const app = createApp({ ...readSettings({}), rateLimitScale: 0 })
  onTestFinished(() => app.close())
  const asked = Promise.withResolvers<void>()
  const first = Promise.withResolvers<string[]>()
  const done = Promise.withResolvers<void>()
  bindStreamedList(app, readThings, async function* () {
    try {
      asked.resolve()
      yield await first.promise
      yield ['two']
    } finally {
      done.resolve()
    }
  })
  const left = new Promise<void>(resolve => {
    app.addHook('onRequest', async (_, reply) => void reply.raw.once('close', resolve))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    'POST /api/things HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'content-length: 2',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{}`)
  await asked.promise
  socket.destroy()
  await left
  first.resolve(['one'])
  await done.promise
  await setImmediate()
  expect(log.mock.calls).toEqual([])
})

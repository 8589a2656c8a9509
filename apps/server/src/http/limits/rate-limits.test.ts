import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { clientAddress } from './rate-limits.ts'

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::', '2001:db8:1:2::'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::'],
  ['::1', '::'],
  ['unix:', 'unix:'],
  ['0x7f.1', '0x7f.1'],
  ['', ''],
])('counts %s as %s', (ip, counted) => {
  const socket = { remoteAddress: ip }
  expect(clientAddress({ ip, raw: { socket } } as FastifyRequest)).toBe(counted)
  expect(clientAddress({ ip, raw: { socket: { remoteAddress: '127.0.0.1' } } } as FastifyRequest)).toBe(
    counted,
  )
})

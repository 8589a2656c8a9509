import { argon2Sync, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { hashForReal } from '../../testing/quick-hashing.ts'
import { hashPassword, isOutdated, verifyPassword } from './hash-password.ts'

hashForReal()

it('hashes with argon2id, 19 MiB, two passes and a salt, in PHC format (PROP-11)', async () => {
  const [hash, again] = [await hashPassword('one and the same'), await hashPassword('one and the same')]
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(again).not.toBe(hash)
})

it('verifies the right password only', async () => {
  const hash = await hashPassword('analytical engine')
  expect(await verifyPassword('analytical engine', hash)).toBe(true)
  expect(await verifyPassword('analytical engines', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

it('verifies against a dummy hash without a password', async () => {
  expect(await verifyPassword('', null)).toBe(false)
  expect(await verifyPassword('anything', undefined)).toBe(false)
})

it('verifies hashes with other parameters and reports them as outdated', async () => {
  const salt = randomBytes(16)
  const given = { message: 'engine', nonce: salt, parallelism: 2, tagLength: 16, memory: 64, passes: 3 }
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=64,t=3,p=2$${bare(salt)}$${bare(argon2Sync('argon2id', given))}`
  expect([await verifyPassword('engine', old), isOutdated(old)]).toEqual([true, true])
  expect(isOutdated(await hashPassword('engine'))).toBe(false)
})

it('computes up to four at a time, queues 64 and rejects more with a 503', async () => {
  const hash = await hashPassword('engine')
  const all = await Promise.allSettled(Array.from({ length: 70 }, () => verifyPassword('engine', hash)))
  const refused = all.filter(one => one.status === 'rejected').map(one => one.reason)
  expect(refused).toHaveLength(70 - 64 - Math.min(4, availableParallelism()))
  expect(refused[0]).toMatchObject({ statusCode: 503, retryAfter: 2 })
  expect(await verifyPassword('engine', hash)).toBe(true)
})

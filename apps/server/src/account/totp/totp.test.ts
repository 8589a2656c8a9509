import { Secret, URI } from 'otpauth'
import { expect, it } from 'vitest'
import { createTotpSecret, findTotpStep, totpAddress } from './totp.ts'

/** RFC 6238, appendix B: the last six of its eight digits. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('accepts the code of RFC 6238 at %d seconds', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  for (const off of [-1, 0, 1]) expect(findTotpStep(RFC_SECRET, code, (seconds + off * 30) * 1000)).toBe(step)
  for (const off of [-2, 2])
    expect(findTotpStep(RFC_SECRET, code, (seconds + off * 30) * 1000)).toBeUndefined()
})

it.each(['', '28708', '2870821', '28708x', '94287082'])('refuses %j', code => {
  expect(findTotpStep(RFC_SECRET, code, 59_000)).toBeUndefined()
})

it('creates secrets of 160 bits, each another one', () => {
  const secrets = new Set(Array.from({ length: 50 }, createTotpSecret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
})

it('has an address that apps read', () => {
  const totp = URI.parse(totpAddress(RFC_SECRET, 'ada@example.org'))
  expect(totp).toMatchObject({ issuer: 'Refrain', label: 'ada@example.org', digits: 6, algorithm: 'SHA1' })
  expect(totp.secret.base32).toBe(RFC_SECRET)
})

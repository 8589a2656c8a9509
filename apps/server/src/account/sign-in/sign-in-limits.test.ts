import { describe, expect, it } from 'vitest'
import { RateLimits } from '../../http/limits/rate-limits.ts'
import { type IsKnownAddress, SignInLimits } from './sign-in-limits.ts'

const EMAIL = 'ada@example.org'
const nobodyKnown: IsKnownAddress = async () => false

/** Failed log-ins until one is refused. */
async function countUntilRefused(
  limits: SignInLimits,
  who: (n: number) => [email: string, address: string],
): Promise<number> {
  for (let n = 0; n < 1000; n++) {
    const refusal = await limits.countLogin(...who(n)).catch(error => error)
    if (refusal instanceof Error) {
      expect(refusal).toMatchObject({ statusCode: 429, retryAfter: expect.any(Number) })
      expect((refusal as { retryAfter?: number }).retryAfter).toBeGreaterThan(890)
      return n
    }
  }
  return Number.POSITIVE_INFINITY
}

describe('sign-in limits', () => {
  it('allow 10 failed logins for an account and address', async () => {
    const limits = new SignInLimits(new RateLimits(1), nobodyKnown)
    expect(await countUntilRefused(limits, () => [EMAIL, '192.0.2.1'])).toBe(10)
    expect(await countUntilRefused(limits, () => [EMAIL, '192.0.2.2'])).toBe(10)
  })

  it('allow 30 failed logins for an address', async () => {
    const limits = new SignInLimits(new RateLimits(1), nobodyKnown)
    expect(await countUntilRefused(limits, n => [`${n}@example.org`, '192.0.2.1'])).toBe(30)
  })

  it('allow 100 failed logins for an account', async () => {
    const limits = new SignInLimits(new RateLimits(1), nobodyKnown)
    expect(await countUntilRefused(limits, n => [EMAIL, `address ${n}`])).toBe(100)
    await limits.countLogin('grace@example.org', 'address 1')
  })

  it('never lock out an address from which the account was signed in to', async () => {
    const limits = new SignInLimits(
      new RateLimits(1),
      async (email, address) => email === EMAIL && address === 'home',
    )
    await countUntilRefused(limits, n => [EMAIL, `address ${n}`])
    expect(await countUntilRefused(limits, () => [EMAIL, 'home'])).toBe(10)
    await expect(limits.countLogin(EMAIL, 'elsewhere')).rejects.toMatchObject({ statusCode: 429 })
  })

  it('do not count refused logins against other limits', async () => {
    const limits = new SignInLimits(new RateLimits(1), nobodyKnown)
    for (let n = 0; n < 300; n++) await limits.countLogin(EMAIL, 'attacker').catch(() => {})
    await limits.countLogin(EMAIL, 'owner')
    for (let n = 0; n < 19; n++) await limits.countLogin(`${n}@example.org`, 'attacker')
  })

  it('count nothing if one limit refuses or the database is unavailable', async () => {
    let asked: () => Promise<boolean> = async () => false
    const limits = new SignInLimits(new RateLimits(1), () => asked())
    await countUntilRefused(limits, n => [EMAIL, `address ${n}`])
    for (let n = 0; n < 40; n++) await limits.countLogin(EMAIL, 'home').catch(() => {})
    asked = async () => {
      throw new Error('the database is gone')
    }
    for (let n = 0; n < 40; n++) await expect(limits.countLogin(EMAIL, 'home')).rejects.toThrow('gone')
    asked = async () => true
    expect(await countUntilRefused(limits, () => [EMAIL, 'home'])).toBe(10)
    expect(await countUntilRefused(limits, n => [`${n}@example.org`, 'home'])).toBe(20)
    for (let n = 0; n < 40; n++) await limits.countLogin('grace@example.org', 'home').catch(() => {})
    asked = async () => false
    const elsewhere = await countUntilRefused(limits, n => ['grace@example.org', `address ${n}`])
    expect(elsewhere).toBe(100)
  })

  it('do not count successful logins', async () => {
    const limits = new SignInLimits(new RateLimits(1), nobodyKnown)
    for (let n = 0; n < 50; n++) (await limits.countLogin(EMAIL, '192.0.2.1'))()
    expect(await countUntilRefused(limits, () => [EMAIL, '192.0.2.1'])).toBe(10)
  })
})

it('allow 5 sign-ups an hour from an address, without those refunded', () => {
  const limits = new SignInLimits(new RateLimits(1), nobodyKnown)
  for (let n = 0; n < 9; n++) limits.countSignup('192.0.2.1')()
  for (let n = 0; n < 5; n++) limits.countSignup('192.0.2.1')
  expect(() => limits.countSignup('192.0.2.1')).toThrow(
    expect.objectContaining({ statusCode: 429, retryAfter: 3600 }),
  )
  limits.countSignup('192.0.2.2')
})

it('are scaled by the operator and switched off by 0', async () => {
  const doubled = new SignInLimits(new RateLimits(2), nobodyKnown)
  expect(await countUntilRefused(doubled, () => [EMAIL, '192.0.2.1'])).toBe(20)
  const off = new SignInLimits(new RateLimits(0), nobodyKnown)
  expect(await countUntilRefused(off, () => [EMAIL, '192.0.2.1'])).toBe(Number.POSITIVE_INFINITY)
  for (let n = 0; n < 50; n++) off.countSignup('192.0.2.1')
})

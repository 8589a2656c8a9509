import { describe, expect, it } from 'vitest'
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

describe('failed log-ins', () => {
  it('are limited to 10 for an account and address', async () => {
    const limits = new SignInLimits(1, nobodyKnown)
    expect(await countUntilRefused(limits, () => [EMAIL, '192.0.2.1'])).toBe(10)
    expect(await countUntilRefused(limits, () => [EMAIL, '192.0.2.2'])).toBe(10)
  })

  it('are limited to 30 for an address', async () => {
    const limits = new SignInLimits(1, nobodyKnown)
    expect(await countUntilRefused(limits, n => [`${n}@example.org`, '192.0.2.1'])).toBe(30)
  })

  it('are limited to 100 for an account', async () => {
    const limits = new SignInLimits(1, nobodyKnown)
    expect(await countUntilRefused(limits, n => [EMAIL, `address ${n}`])).toBe(100)
    await limits.countLogin('grace@example.org', 'address 1')
  })

  it('elsewhere never lock out an address from which the account was signed into', async () => {
    const limits = new SignInLimits(1, async (email, address) => email === EMAIL && address === 'home')
    await countUntilRefused(limits, n => [EMAIL, `address ${n}`])
    expect(await countUntilRefused(limits, () => [EMAIL, 'home'])).toBe(10)
    await expect(limits.countLogin(EMAIL, 'elsewhere')).rejects.toMatchObject({ statusCode: 429 })
  })

  it('that were never tried do not count for others: one address locks out nobody', async () => {
    const limits = new SignInLimits(1, nobodyKnown)
    for (let n = 0; n < 300; n++) await limits.countLogin(EMAIL, 'attacker').catch(() => {})
    await limits.countLogin(EMAIL, 'owner')
    for (let n = 0; n < 19; n++) await limits.countLogin(`${n}@example.org`, 'attacker')
  })

  it('count nowhere where one limit refuses, or nobody can be asked', async () => {
    let asked: () => Promise<boolean> = async () => false
    const limits = new SignInLimits(1, () => asked())
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

  it('are all that counts: a right one takes its count back', async () => {
    const limits = new SignInLimits(1, nobodyKnown)
    for (let n = 0; n < 50; n++) (await limits.countLogin(EMAIL, '192.0.2.1'))()
    expect(await countUntilRefused(limits, () => [EMAIL, '192.0.2.1'])).toBe(10)
  })
})

it('limits sign-ups to 5 an hour and address, those given back not counted', () => {
  const limits = new SignInLimits(1, nobodyKnown)
  for (let n = 0; n < 9; n++) limits.countSignup('192.0.2.1')()
  for (let n = 0; n < 5; n++) limits.countSignup('192.0.2.1')
  expect(() => limits.countSignup('192.0.2.1')).toThrow(
    expect.objectContaining({ statusCode: 429, retryAfter: 3600 }),
  )
  limits.countSignup('192.0.2.2')
})

it('is scaled by the operator, and switched off by 0', async () => {
  const doubled = new SignInLimits(2, nobodyKnown)
  expect(await countUntilRefused(doubled, () => [EMAIL, '192.0.2.1'])).toBe(20)
  const off = new SignInLimits(0, nobodyKnown)
  expect(await countUntilRefused(off, () => [EMAIL, '192.0.2.1'])).toBe(Number.POSITIVE_INFINITY)
  for (let n = 0; n < 50; n++) off.countSignup('192.0.2.1')
})

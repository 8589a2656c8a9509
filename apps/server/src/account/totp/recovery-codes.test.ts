import { expect, it } from 'vitest'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'

it('are ten of 80 bits, in groups', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
})

it('are recognised however they are typed, for their listener only', () => {
  const hash = hashRecoveryCode('ada', '01ab-cdef-ghjk-mnpq')
  for (const typed of ['01ABCDEFGHJKMNPQ', ' oiab cdef ghjk mnpq ', 'OLAB-CDEF-GHJK-MNPQ'])
    expect(hashRecoveryCode('ada', typed)).toBe(hash)
  expect(hashRecoveryCode('grace', '01ab-cdef-ghjk-mnpq')).not.toBe(hash)
})

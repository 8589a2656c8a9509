import { randomBytes } from 'node:crypto'
import { countLimits } from '@refrain/contract/limits'
import { hashToken } from '../sessions/token.ts'

/** 80 bits: too many to find a code by its hash. */
const CODE_BYTES = 10
/** Of Crockford's base32, without characters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates the recovery codes of one listener, each 16 characters in groups. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: countLimits.recoveryCodes }, createCode)
}

function createCode(): string {
  const bits = Array.from(randomBytes(CODE_BYTES), byte => byte.toString(2).padStart(8, '0')).join('')
  const characters = bits.match(/.{5}/g)?.map(five => ALPHABET[Number.parseInt(five, 2)]) ?? []
  return (characters.join('').match(/.{4}/g) ?? []).join('-')
}

/** The hash of a recovery code as somebody may type it. @param userId the same code of another listener has another hash */
export function hashRecoveryCode(userId: string, code: string): string {
  const typed = tidyCode(code).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return hashToken(`recovery code of ${userId}: ${typed}`)
}

/** A code of either kind without spaces and hyphens. */
export function tidyCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '')
}

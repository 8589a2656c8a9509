import { CODE_NEEDED, CODE_WRONG, PASSWORD_NEEDED } from '@refrain/contract/account/totp'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { ForbiddenError, RequestError, UnauthorizedError } from '../../http/errors/request-errors.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import type { AccountEmails } from '../account-emails.ts'
import type { SealingKey } from '../app-keys/sealing-key.ts'
import { readAddress } from '../email/address-store.ts'
import { requireSession } from '../sessions/require-session.ts'
import { readPasswordHash } from '../user-store.ts'
import { createRecoveryCodes, hashRecoveryCode, tidyCode } from './recovery-codes.ts'
import { createTotpSecret, findTotpStep, totpAddress } from './totp.ts'
import {
  deleteTotp,
  enablePendingTotp,
  readSealedSecrets,
  readTotp,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
  upsertPendingTotp,
} from './totp-store.ts'

type Session = Pick<SignedInUser, 'userId' | 'session'>

/** What a sealed secret belongs to. */
const contextOf = (userId: string) => `authenticator app of ${userId}`

/** 401: the password is right, and the account asks for a code as well. */
class CodeNeededError extends RequestError {
  override name = 'CodeNeededError'
  constructor() {
    super(401, CODE_NEEDED)
  }
}

/** 401: the password is right, the code is not. */
export class CodeWrongError extends RequestError {
  override name = 'CodeWrongError'
  constructor() {
    super(401, CODE_WRONG)
  }
}

/** Listeners whose secret cannot be decrypted. @param key undefined: there is none */
export async function findLostSecrets(db: Database, key: SealingKey | undefined): Promise<string[]> {
  const secrets = await readSealedSecrets(db)
  const lost = secrets.filter(({ user_id, sealed }) => key?.open(sealed, contextOf(user_id)) === undefined)
  return lost.map(({ user_id }) => user_id)
}

/** Whether logins with the password ask for a code. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  return ((await readTotp(db, userId))?.enabled_at ?? null) !== null
}

/**
 * The second step of a login with the password.
 * @throws CodeNeededError, CodeWrongError if the account asks for a code
 */
export async function requireCode(
  tx: Transaction,
  userId: string,
  code: string | undefined,
  key: SealingKey,
): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) return
  if (code === undefined) throw new CodeNeededError()
  if (!(await takeCode(tx, userId, code, key))) throw new CodeWrongError()
}

/** Uses a code up: of the authenticator app, or a recovery code. @returns false if it is wrong or was used */
export async function takeCode(
  tx: Transaction,
  userId: string,
  code: string,
  key: SealingKey,
): Promise<boolean> {
  const sealed = (await readTotp(tx, userId))?.sealed
  // Without its key, the recovery codes still work.
  const secret = sealed ? key.open(sealed, contextOf(userId)) : undefined
  const step = secret === undefined ? undefined : findTotpStep(secret, tidyCode(code), Date.now())
  if (step !== undefined) return takeTotpStep(tx, userId, step)
  return takeRecoveryCode(tx, userId, hashRecoveryCode(userId, code))
}

/** Creates a secret that does not count yet. @throws ForbiddenError for an account without a password */
export async function startTotp(
  db: Database,
  actor: Session,
  key: SealingKey,
): Promise<{ secret: string; address: string }> {
  const { userId } = actor
  const [address, hash] = await Promise.all([readAddress(db, userId), readPasswordHash(db, userId)])
  if (!address) throw new UnauthorizedError()
  if (typeof hash !== 'string') throw new ForbiddenError(PASSWORD_NEEDED)
  const secret = createTotpSecret()
  await write(db, async tx => {
    await requireSession(tx, actor)
    await upsertPendingTotp(tx, userId, key.seal(secret, contextOf(userId)))
  })
  return { secret, address: totpAddress(secret, address.email) }
}

/**
 * The pending secret counts from now on.
 * @returns the recovery codes
 * @throws ForbiddenError if the code is not one of that secret
 */
export function enableTotp(
  db: Database,
  actor: Session,
  code: string,
  { key, mails }: { key: SealingKey; mails: AccountEmails },
): Promise<string[]> {
  const { userId } = actor
  return write(db, async tx => {
    await requireSession(tx, actor)
    const pending = (await readTotp(tx, userId))?.pending
    const secret = pending ? key.open(pending, contextOf(userId)) : undefined
    const now = Date.now()
    const step = secret === undefined ? undefined : findTotpStep(secret, tidyCode(code), now)
    if (!pending || step === undefined || !(await enablePendingTotp(tx, userId, pending, { step, now })))
      throw new ForbiddenError(CODE_WRONG)
    await mails.secondFactorChanged(tx, userId, true)
    return storeNewCodes(tx, userId)
  })
}

/** Replaces the recovery codes. @throws RequestError (409) if logins ask for no code */
export function renewRecoveryCodes(db: Database, actor: Session): Promise<string[]> {
  const { userId } = actor
  return write(db, async tx => {
    await requireSession(tx, actor)
    if (!(await hasSecondFactor(tx, userId))) throw new RequestError(409, 'Logins ask for no code.')
    return storeNewCodes(tx, userId)
  })
}

export async function disableTotp(db: Database, actor: Session, mails: AccountEmails): Promise<void> {
  await write(db, async tx => {
    await requireSession(tx, actor)
    await removeTotp(tx, actor.userId, mails)
  })
}

/** Logins ask for no code any more; the listener is told. @returns false if they did not before */
export async function removeTotp(tx: Transaction, userId: string, mails: AccountEmails): Promise<boolean> {
  const wasOn = await hasSecondFactor(tx, userId)
  await deleteTotp(tx, userId)
  if (wasOn) await mails.secondFactorChanged(tx, userId, false)
  return wasOn
}

async function storeNewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  const hashes = codes.map(code => hashRecoveryCode(userId, code))
  await replaceRecoveryCodes(tx, userId, hashes, Date.now())
  return codes
}

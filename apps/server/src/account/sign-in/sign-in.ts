import { ACCOUNT_DISABLED } from '@refrain/contract/account/sign-in'
import { countLimits, dayLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { ForbiddenError } from '../../http/errors/request-errors.ts'
import type { SealingKey } from '../app-keys/sealing-key.ts'
import { hashPassword, isOutdated, verifyPassword } from '../passwords/hash-password.ts'
import type { Client } from '../sessions/client.ts'
import { networkOf } from '../sessions/network-of.ts'
import { readUserAgent } from '../sessions/read-user-agent.ts'
import { insertSession } from '../sessions/session-store.ts'
import { DAY_MS } from '../sessions/sessions.ts'
import { createToken, hashToken } from '../sessions/token.ts'
import { foldEmail } from '../sign-up/fold-email.ts'
import { requireCode } from '../totp/second-factor.ts'
import { lockForSignIn, readCredentials, replacePasswordHash } from '../user-store.ts'
import { hasSignInAddress, hasSignInNetwork, upsertSignInAddress } from './sign-in-address-store.ts'

const KNOWN_ADDRESS_DAYS = 30

/**
 * Signs in with a password. Takes as long for an account that does not exist or has no password.
 * @param signal aborts before the commit
 * @returns the token of a new session; undefined if the credentials are wrong
 * @throws CodeNeededError, CodeWrongError if the account asks for a code as well
 */
export async function signIn(
  db: Database,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  { client, sealingKey }: { client: Client; sealingKey: SealingKey },
  signal?: AbortSignal,
): Promise<string | undefined> {
  const account = await readCredentials(db, foldEmail(email))
  const verified = account?.password_hash
  if (!(await verifyPassword(password, verified, signal)) || !account || !verified) return undefined
  const hash = isOutdated(verified) ? await hashPassword(password, signal) : verified
  return write(db, async tx => {
    signal?.throwIfAborted()
    // The account may have been deleted, or its password changed, while the hash was computed.
    const isUnchanged = await replacePasswordHash(tx, account.id, verified, hash)
    if (!isUnchanged) return undefined
    await requireCode(tx, account.id, code, sealingKey)
    return startSession(tx, account.id, client)
  })
}

/**
 * Always starts a new session.
 * @returns its token
 * @throws ForbiddenError if the account is disabled
 */
export async function startSession(
  tx: Transaction,
  userId: string,
  { address, userAgent }: Client,
): Promise<string> {
  if (!(await lockForSignIn(tx, userId))) throw new ForbiddenError(ACCOUNT_DISABLED)
  const token = createToken()
  const now = Date.now()
  const session = {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    last_used_at: now,
    ...readUserAgent(userAgent),
    network: networkOf(address),
  }
  await insertSession(tx, session, countLimits.sessions)
  await upsertSignInAddress(tx, {
    user_id: userId,
    address_hash: hashAddress(userId, address),
    network_hash: hashAddress(userId, session.network),
    last_at: now,
  })
  return token
}

/** True where the account was signed into from there of signal. */
export async function isKnownAddress(db: Database, foldedEmail: string, address: string): Promise<boolean> {
  const account = await readCredentials(db, foldedEmail)
  if (!account) return false
  const row = { user_id: account.id, address_hash: hashAddress(account.id, address) }
  return hasSignInAddress(db, row, Date.now() - KNOWN_ADDRESS_DAYS * DAY_MS)
}

/** Whether the account was signed in to from a network lately. @param network not '' */
export function isKnownNetwork(db: Database, userId: string, network: string): Promise<boolean> {
  const row = { user_id: userId, network_hash: hashAddress(userId, network) }
  return hasSignInNetwork(db, row, Date.now() - dayLimits.knownNetwork * DAY_MS)
}

const hashAddress = (userId: string, address: string) => hashToken(`${userId} ${address}`)

import { randomBytes } from 'node:crypto'
import {
  LAST_WAY_TO_SIGN_IN,
  PASSKEY_INVALID,
  type Passkey,
  TOO_MANY_PASSKEYS,
} from '@refrain/contract/account/passkeys'
import { countLimits, textLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { InvalidInputError, NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import type { AccountEmails } from '../account-emails.ts'
import { readUserAgent } from '../sessions/read-user-agent.ts'
import { requireSession } from '../sessions/require-session.ts'
import type { PasskeyRow } from '../tables.ts'
import { lockUser, readWaysToSignIn } from '../user-store.ts'
import { nameAuthenticator } from './authenticator-names.ts'
import { deletePasskey, insertPasskey, readPasskeys } from './passkey-store.ts'
import type { VerifiedPasskey } from './verify-passkey.ts'

const ID_BYTES = 12
/** Name of a passkey about which nothing is known. */
const DEFAULT_NAME = 'Passkey'

/** The row of a passkey that was made just now. @param userAgent of the browser that made it */
export function toRow(
  userId: string,
  { aaguid, ...verified }: VerifiedPasskey,
  userAgent: string,
): PasskeyRow {
  const { browser, system } = readUserAgent(userAgent)
  const device = browser !== '' && system !== '' ? `${browser} on ${system}` : browser || system
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    user_id: userId,
    ...verified,
    name: (nameAuthenticator(aaguid) ?? (device || DEFAULT_NAME)).slice(0, textLimits.passkeyName.max),
    created_at: Date.now(),
    last_used_at: null,
  }
}

/** @throws RequestError (409) if the listener has as many as anybody may */
export function requireRoom(passkeys: readonly unknown[]): void {
  if (passkeys.length >= countLimits.passkeys) throw new RequestError(409, TOO_MANY_PASSKEYS)
}

/** The name, with a number if another passkey of the listener has it. */
function distinguish(name: string, known: readonly { readonly name: string }[]): string {
  const taken = new Set(known.map(each => each.name))
  let distinct = name
  for (let number = 2; taken.has(distinct); number++) distinct = `${name} ${number}`
  return distinct
}

/**
 * Stores another passkey of a listener.
 * @param session in which they add it
 * @returns its row
 * @throws UnauthorizedError if the session has ended meanwhile or the account is disabled
 * @throws RequestError (409) beyond the limit, InvalidInputError if it is stored already
 */
export function storePasskey(
  db: Database,
  made: PasskeyRow,
  session: string,
  mails: AccountEmails,
): Promise<PasskeyRow> {
  return write(db, async tx => {
    await requireSession(tx, { userId: made.user_id, session })
    const known = await readPasskeys(tx, made.user_id)
    requireRoom(known)
    const row = { ...made, name: distinguish(made.name, known) }
    if (!(await insertPasskey(tx, row))) throw new InvalidInputError(PASSKEY_INVALID)
    await mails.passkeysChanged(tx, row.user_id, { name: row.name, isAdded: true })
    return row
  })
}

export interface RemovalParts {
  /** Host name at which the listener will sign in again. */
  readonly rpId: string
  /** Whether the service has an identity provider. */
  readonly hasProvider: boolean
  readonly mails: AccountEmails
}

/** @throws NotFoundError, or RequestError (409) if the listener could not sign in any more */
export async function removePasskey(
  db: Database,
  userId: string,
  id: string,
  { rpId, hasProvider, mails }: RemovalParts,
): Promise<void> {
  await write(db, async tx => {
    await lockUser(tx, userId)
    const passkeys = await readPasskeys(tx, userId)
    const removed = passkeys.find(passkey => passkey.id === id)
    if (!removed) throw new NotFoundError('You have no such passkey.')
    const isOtherLeft = passkeys.some(passkey => passkey.id !== id && passkey.rp_id === rpId)
    if (!isOtherLeft && !(await hasOtherWay(tx, userId, hasProvider)))
      throw new RequestError(409, LAST_WAY_TO_SIGN_IN)
    await deletePasskey(tx, id)
    await mails.passkeysChanged(tx, userId, { name: removed.name, isAdded: false })
  })
}

/** App passwords and API keys do not count: they open no session. */
async function hasOtherWay(tx: Transaction, userId: string, hasProvider: boolean): Promise<boolean> {
  const ways = await readWaysToSignIn(tx, userId)
  return ways !== undefined && (ways.hasPassword || (ways.hasProviderAccount && hasProvider))
}

/** @param rpId host name of the request; undefined where passkeys cannot work */
export function toPasskey(row: PasskeyRow, rpId: string | undefined): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    isSynced: row.synced === 1,
    worksHere: row.rp_id === rpId,
  }
}

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
import { deletePasskey, insertPasskey, readPasskeys } from './passkey-store.ts'
import type { VerifiedPasskey } from './verify-passkey.ts'

/** Who stores passkeys, by the identifier (AAGUID) that it sends. For names only: nothing proves it. */
const AUTHENTICATOR_NAMES: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
}

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

/** What stores a passkey; undefined if it does not say, or is not known. */
function nameAuthenticator(aaguid: string): string | undefined {
  return AUTHENTICATOR_NAMES[aaguid]
}

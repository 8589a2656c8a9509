import { randomBytes } from 'node:crypto'
import { textLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { isReadable, normalizeName } from '../profile/display-name.ts'
import { parseProviderPicture } from '../profile/profile-picture.ts'
import type { Client } from '../sessions/client.ts'
import { startSession } from '../sign-in/sign-in.ts'
import { foldEmail } from '../sign-up/fold-email.ts'
import { requireAdmission } from '../sign-up/require-admission.ts'
import type { SignUpParts } from '../sign-up/sign-up.ts'
import { insertUser, readUserBySub, updateProfilePicture } from '../user-store.ts'
import type { Identity } from './verify-id-token.ts'

const ID_BYTES = 16
/** Name of an account whose provider gives no usable one. */
const DEFAULT_NAME = 'Listener'

/**
 * Signs in a verified identity, found by the provider's user id alone. The first time, it creates an account. The
 * provider's picture is used unless the listener has chosen another.
 * @param signal aborts before the commit
 * @returns the token of a new session
 * @throws RequestError (409) if the email address belongs to another account, (403) if no account may be created or it is
 *   disabled
 */
export function signInWithProvider(
  db: Database,
  identity: Identity,
  parts: SignUpParts & { readonly photoHost: string },
  client: Client,
  invitation: string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const photo = parseProviderPicture(identity.picture, parts.photoHost) ?? ''
  return write(db, async tx => {
    const userId =
      (await findAccount(tx, identity, photo)) ??
      (await createAccount(tx, identity, photo, parts, invitation))
    const token = await startSession(tx, userId, client)
    signal?.throwIfAborted()
    return token
  })
}

async function findAccount(tx: Transaction, { sub }: Identity, photo: string): Promise<string | undefined> {
  const user = await readUserBySub(tx, sub)
  if (!user) return undefined
  const theirs = user.profile_path === '' || user.profile_path.startsWith('https:')
  if (theirs && photo !== '' && photo !== user.profile_path) await updateProfilePicture(tx, user.id, photo)
  return user.id
}

async function createAccount(
  tx: Transaction,
  identity: Identity,
  photo: string,
  { mails, given }: SignUpParts,
  invitation: string | undefined,
): Promise<string> {
  await requireAdmission(tx, given, invitation)
  const id = randomBytes(ID_BYTES).toString('base64url')
  const now = Date.now()
  const isInserted = await insertUser(tx, {
    id,
    name: nameOf(identity),
    email: identity.email,
    folded_email: foldEmail(identity.email),
    password_hash: null,
    profile_path: photo,
    google_sub: identity.sub,
    created_at: now,
    // The provider has verified it: see verify-id-token.ts.
    email_verified_at: now,
  })
  if (isInserted) {
    await mails.welcome(tx, id)
    return id
  }
  // Two first sign-ins at once: the other one made the account.
  const user = await readUserBySub(tx, identity.sub)
  if (user) return user.id
  throw new RequestError(
    409,
    'There is an account with this e-mail address: log in to it the way you did before.',
  )
}

function nameOf({ name = '', email }: Identity): string {
  for (const given of [name, email.split('@')[0] as string]) {
    const tidy = Array.from(normalizeName(given.replaceAll(/\p{Cc}/gu, ' ')))
      .slice(0, textLimits.userName.max / 2)
      .join('')
      .trim()
    if (tidy.length >= textLimits.userName.min && isReadable(tidy)) return tidy
  }
  return DEFAULT_NAME
}

import type { Transaction } from '../../database/tables.ts'
import type { AccountEmails } from '../account-emails.ts'
import { deleteAppKeys } from '../app-keys/app-key-store.ts'
import { readAddress } from '../email/address-store.ts'
import { deleteEmailLinks } from '../email/email-link-store.ts'
import { deleteChallengesOfSessions } from '../passkeys/challenge-store.ts'
import { deletePasskeys } from '../passkeys/passkey-store.ts'
import { deleteAllSessions, deleteOtherSessions } from '../sessions/session-store.ts'
import { deleteSignInAddresses } from '../sign-in/sign-in-address-store.ts'
import { deletePendingTotp } from '../totp/totp-store.ts'
import { lockUser } from '../user-store.ts'

/** Whose ways in end, and what stays. */
interface Scope {
  readonly userId: string
  readonly mails: AccountEmails
  /** The session that stays; null if none does. */
  readonly session: string | null
  /** Folded addresses that requests for a link may name. */
  readonly addresses: readonly string[]
}

/**
 * Everything that opens an account or moves it to another address, apart from the password, the second factor and the identity
 * provider. A new kind belongs in this table, and into the test beside it.
 */
const END = {
  /** Links that were sent: for a new password, to verify an address, to change to another one. */
  links: (tx, { userId }) => deleteEmailLinks(tx, userId),
  /** Emails that wait to be sent and would make such a link. A pending change of the address is nothing else. */
  queuedLinks: (tx, { userId, addresses, mails }) => mails.dropLinks(tx, userId, addresses),
  /** Passkeys that are being added. */
  unfinishedPasskeys: (tx, { userId }) => deleteChallengesOfSessions(tx, userId),
  /** Authenticator apps whose first code was not entered yet. */
  unfinishedTotp: (tx, { userId }) => deletePendingTotp(tx, userId),
  /** With the devices that are notified through them. */
  sessions: (tx, { userId, session }) =>
    session === null ? deleteAllSessions(tx, userId) : deleteOtherSessions(tx, userId, session),
  appKeys: (tx, { userId }) => deleteAppKeys(tx, userId),
  passkeys: (tx, { userId }) => deletePasskeys(tx, userId),
  /** Not ways in themselves: guesses from there never lock out, and a link for a new password is reserved for them. */
  knownAddresses: (tx, { userId }) => deleteSignInAddresses(tx, userId),
} satisfies Record<string, (tx: Transaction, scope: Scope) => Promise<unknown>>

type WayIn = keyof typeof END

/** Challenges are found by their sessions, so they come first. */
const ORDER = [
  'links',
  'queuedLinks',
  'unfinishedPasskeys',
  'unfinishedTotp',
  'sessions',
  'appKeys',
  'passkeys',
  'knownAddresses',
] as const satisfies readonly WayIn[]

const PENDING = ['links', 'queuedLinks', 'unfinishedPasskeys', 'unfinishedTotp'] as const

/** What happened to an account. `session` is the one that stays. */
export type AccountEvent =
  | { readonly name: 'passwordReset' | 'signedOutByAdministrator' | 'disabled' }
  | {
      readonly name: 'passwordChanged'
      readonly session: string
      readonly keepsAppKeys?: boolean | undefined
      readonly removesPasskeys?: boolean | undefined
    }
  /** @property formerEmail folded */
  | { readonly name: 'emailChanged'; readonly session: string | null; readonly formerEmail: string }
  /** The listener has signed out elsewhere. */
  | { readonly name: 'otherSessionsEnded'; readonly session: string }
  /** The listener has ended one of the sessions. */
  | { readonly name: 'sessionEnded' }

/** The ways in that end with an event. */
function endingWaysIn(event: AccountEvent): ReadonlySet<WayIn> {
  switch (event.name) {
    case 'passwordReset':
    case 'signedOutByAdministrator':
      return new Set(ORDER)
    // Nothing of the account is deleted: app keys and passkeys do not work until it is enabled again.
    case 'disabled':
    case 'emailChanged':
    case 'otherSessionsEnded':
      return new Set([...PENDING, 'sessions'])
    case 'sessionEnded':
      return new Set(PENDING)
    case 'passwordChanged':
      return new Set([
        ...PENDING,
        'sessions',
        ...(event.keepsAppKeys ? [] : (['appKeys'] as const)),
        ...(event.removesPasskeys ? (['passkeys'] as const) : []),
      ])
  }
}

/**
 * Ends the ways into an account that may be somebody else's, in the transaction of the event. Locks the account: a way that is
 * being opened meanwhile either is there already and ends, or finds that its session or request has gone.
 * @throws UnauthorizedError if the account has been deleted
 */
export async function endWaysIn(
  tx: Transaction,
  userId: string,
  event: AccountEvent,
  mails: AccountEmails,
): Promise<void> {
  await lockUser(tx, userId)
  const address = await readAddress(tx, userId)
  const addresses = [
    ...(address ? [address.folded_email] : []),
    ...('formerEmail' in event ? [event.formerEmail] : []),
  ]
  const session = 'session' in event ? event.session : null
  const ending = endingWaysIn(event)
  for (const way of ORDER) if (ending.has(way)) await END[way](tx, { userId, mails, session, addresses })
}

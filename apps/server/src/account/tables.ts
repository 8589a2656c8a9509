import type { AppKeyKind, AppKeyScope } from '@refrain/contract/account/app-keys'
import type { ServiceScope } from '@refrain/contract/account/session'
import type { Generated } from 'kysely'

/** Times are epoch milliseconds in both databases. */
export interface UserRow {
  id: string
  name: string
  /** As entered. */
  email: string
  /** Unique; see fold-email.ts. */
  folded_email: string
  /** In PHC format; null for an account without a password. */
  password_hash: string | null
  profile_path: string
  /** The identity provider's user id of a federated account. */
  google_sub: string | null
  created_at: number
  /** For finding the account by its name. */
  folded_name: Generated<string>
  /** 0 or 1. */
  administrator: Generated<number>
  /** When an administrator disabled the account; null if it is enabled. */
  disabled_at: Generated<number | null>
  /** When the email address was verified; null if it never was. */
  email_verified_at: Generated<number | null>
}

export interface SessionRow {
  /** SHA-256 of the token, so that a copy of the database is no use for signing in. */
  token_hash: string
  user_id: string
  created_at: number
  /** Accurate to the hour; see sessions.ts. */
  last_used_at: number
  /** Browser or program, and system, that signed in; '' if unknown. */
  browser: Generated<string>
  system: Generated<string>
  /** Network of the last use, see network-of.ts. */
  network: Generated<string>
  /** When the listener last proved again who they are; null: not since the session began. */
  confirmed_at: Generated<number | null>
}

/** A recent address of a listener: guesses from elsewhere do not lock it out. */
export interface SignInAddressRow {
  user_id: string
  /** SHA-256 of user and address. */
  address_hash: string
  /** SHA-256 of user and network, see network-of.ts; '' for sign-ins from before it was stored. */
  network_hash: Generated<string>
  last_at: number
}

/** Authenticates the operator's own programs. */
export interface ServiceKeyRow {
  id: string
  /** SHA-256 of the key. */
  hash: string
  /** Given by the operator. */
  name: string
  scope: ServiceScope
  created_at: number
}

/** Lets people create accounts while sign-up is for the invited. */
export interface InvitationRow {
  id: string
  /** SHA-256 of its token. */
  token_hash: string
  /** Whom it is for, in the administrator's words. */
  note: string
  created_at: number
  expires_at: number
  /** Accounts that it may create, and has created. */
  uses: number
  used: number
}

/** An app password or API key of a listener. */
export interface AppKeyRow {
  id: string
  user_id: string
  kind: AppKeyKind
  /** As the listener calls the app or device. */
  name: string
  scope: AppKeyScope
  /** SHA-256 of an API key; null for an app password. */
  hash: string | null
  /** An app password, encrypted with a key that is not in the database; null for an API key. */
  sealed: string | null
  /** Fingerprint of that key. */
  sealed_with: string | null
  created_at: number
  /** To the minute; null if it was never used. */
  last_used_at: number | null
  /** What the app last called itself, '' if it was never used. */
  last_client: string
  /** Network of the address from where it was last used, '' if it was never used. */
  last_network: string
}

export type EmailLinkPurpose = 'reset' | 'verify'

/** A link that was sent to a listener. */
export interface EmailLinkRow {
  /** SHA-256 of its token. */
  token_hash: string
  user_id: string
  purpose: EmailLinkPurpose
  /** The address that it was sent to; '' if an administrator handed it over. */
  email: string
  /** Session that asked for it; null if none did. */
  session: string | null
  created_at: number
  expires_at: number
}

/** A listener's authenticator app. */
export interface TotpSecretRow {
  user_id: string
  /** The encrypted secret of an app whose first code was not entered yet. */
  pending: string | null
  /** The encrypted secret that counts; null if none does. */
  sealed: string | null
  enabled_at: number | null
  /** Time step of the last code that was used: neither it nor an earlier one is accepted again. */
  last_step: Generated<number>
}

/** A recovery code that was not used yet. */
interface RecoveryCodeRow {
  user_id: string
  /** SHA-256 of listener and code. */
  hash: string
  created_at: number
}

/** A passkey of a listener. Its secret never leaves the listener's device. */
export interface PasskeyRow {
  id: string
  user_id: string
  /** Host name that the browser uses it for. */
  rp_id: string
  /** As the authenticator calls it, in base64url. */
  credential_id: string
  /** COSE key in base64url. */
  public_key: string
  /** Signatures that the authenticator has counted; 0 if it counts none. */
  counter: number
  /** How browsers reach the authenticator, separated by spaces. */
  transports: string
  /** 0 or 1: may be copied to other devices. */
  synced: number
  /** 0 or 1: has been, when it was last used. */
  backed_up: number
  /** As the listener calls it. */
  name: string
  created_at: number
  last_used_at: number | null
}

export type ChallengePurpose = 'signUp' | 'signIn' | 'add' | 'confirm'

/** A challenge that a browser was sent, and has not answered yet. */
export interface PasskeyChallengeRow {
  /** SHA-256 of the challenge. */
  challenge_hash: string
  /** SHA-256 of a secret of the browser: its session's token, or a cookie. */
  holder: string
  purpose: ChallengePurpose
  /** Id of the account that a sign-up creates; null for all other purposes. */
  new_user_id: string | null
  expires_at: number
}

export interface AccountTables {
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  app_keys: AppKeyRow
  users: UserRow
  sessions: SessionRow
  sign_in_addresses: SignInAddressRow
  service_keys: ServiceKeyRow
  invitations: InvitationRow
  email_links: EmailLinkRow
  totp_secrets: TotpSecretRow
  recovery_codes: RecoveryCodeRow
}

/** Carries the session token on every call that guests may not make. */
export const TOKEN_HEADER = 'auth-token'

/** Carries a service key, with which the operator's programs authenticate. */
export const SERVICE_KEY_HEADER = 'service-key'

/** What a service key is for; `administer` includes the others. */
export const SERVICE_SCOPES = ['send', 'metrics', 'administer'] as const
export type ServiceScope = (typeof SERVICE_SCOPES)[number]

/** The last use of a session from one network is known to this many milliseconds: it is stored at most as often. */
export const SESSION_USE_MS = 3_600_000

/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Whether a text has the form of a session token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** The error of sensitive changes if the last sign-in is too long ago; see `confirmSignIn`. */
export const RECENT_SIGN_IN_NEEDED = 'Confirm first that it is you.'

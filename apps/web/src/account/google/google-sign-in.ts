import { loginWithGoogle } from '@refrain/contract/account/sign-in'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { beginSession, readToken } from '../session.ts'

/** What is said where signing in through Google fails, in whichever way (ERR-05, PROP-34). */
const FAILURE = 'Some error occurred! Please try again'

/** Session storage key: what this tab must remember until it comes back, and nobody else may know. */
const STORAGE_KEY = 'google'

/** Milliseconds after which asking counts as failed; the sign-in itself has to ask the provider in turn. */
const TIMEOUT_MS = 10_000
const SIGN_IN_TIMEOUT_MS = 30_000

const SECRET_BYTES = 32
const STATE_BYTES = 16

interface PendingSignIn {
  /** Comes back as it was sent: an answer that nobody asked for here is none. */
  readonly state: string
  /** Its hash is the nonce in the token, so that a token is of no use to who finds it. */
  readonly secret: string
}

/** Sends the listener to Google, in this tab. Answers what is to be said where that fails, else undefined. */
export async function redirectToGoogle(): Promise<string | undefined> {
  try {
    location.assign(await beginAtGoogle())
    return undefined
  } catch {
    return FAILURE
  }
}

/**
 * Signs in with what Google has answered. Answers what is to be said where that fails, else undefined: then the
 * session is kept as after any sign-in (AUTH-10, READ-46).
 * @param answer fragment of the address it came back to
 */
export async function signInWithGoogle(answer: string): Promise<string | undefined> {
  try {
    const { state, secret } = takePendingSignIn()
    const said = new URLSearchParams(answer)
    const googleToken = said.get('id_token')
    if (said.get('state') !== state || googleToken === null) return FAILURE
    // Until a logout that the server has not heard of is made up for: it would end the new session.
    await readToken(AbortSignal.timeout(SIGN_IN_TIMEOUT_MS))
    const input = { googleToken, nonce: secret }
    const { authtoken } = await call(loginWithGoogle, input, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS))
    await beginSession(authtoken)
    return undefined
  } catch {
    return FAILURE
  }
}

/** The address to go to; throws where signing in this way is not set up or not possible in this browser. */
async function beginAtGoogle(): Promise<string> {
  // Asked anew at each press: the provider may have answered the server since.
  const { google } = await call(fetchConfiguration, {}, AbortSignal.timeout(TIMEOUT_MS))
  if (!google) throw new Error('not set up')
  const underWay: PendingSignIn = { state: random(STATE_BYTES), secret: random(SECRET_BYTES) }
  const address = new URL(google.address)
  const asking = {
    client_id: google.clientId,
    redirect_uri: location.origin + paths.login(),
    response_type: 'id_token',
    scope: 'openid email profile',
    state: underWay.state,
    nonce: await hash(underWay.secret),
  }
  for (const [name, value] of Object.entries(asking)) address.searchParams.set(name, value)
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(underWay))
  return address.href
}

/** What was begun in this tab, once; throws where nothing was. */
function takePendingSignIn(): PendingSignIn {
  const kept = sessionStorage.getItem(STORAGE_KEY)
  sessionStorage.removeItem(STORAGE_KEY)
  if (kept === null) throw new Error('not begun here')
  return JSON.parse(kept)
}

const random = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)))

/** SHA-256; browsers have it in secure contexts only. */
async function hash(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

import { loginWithGoogle } from '@refrain/contract/account/sign-in'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { signInTexts } from '@refrain/messages/en/sign-in'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/send.ts'
import { paths } from '../../paths.ts'
import { absoluteUrl, ownName } from '../../prefix.ts'
import { beginSession, readToken } from '../session.ts'

/** Session storage key of the pending sign-in: only this tab may know it. */
const STORAGE_KEY = ownName('google')

/** Timeouts of calls; during the sign-in, the server itself has to call the provider. */
const TIMEOUT_MS = 10_000
const SIGN_IN_TIMEOUT_MS = 30_000

const SECRET_BYTES = 32
const STATE_BYTES = 16

interface PendingSignIn {
  /** Google returns it unchanged; a response with another state was not requested here. */
  readonly state: string
  /** Its hash is the nonce in the token, so that a stolen token is useless. */
  readonly secret: string
  /** For a new account where only invited people get one. */
  readonly invitation?: string
  /** State of the screen that the sign-in began on. */
  readonly screenState: unknown
}

/**
 * Opens Google's sign-in page in this tab.
 * @param screenState of the current history entry
 * @returns the message to show if that fails, else undefined
 */
export async function redirectToGoogle(
  invitation: string | undefined,
  screenState: unknown,
): Promise<string | undefined> {
  try {
    location.assign(await beginAtGoogle(invitation, screenState))
    return undefined
  } catch {
    return signInTexts.failed
  }
}

/**
 * Signs in with Google's response.
 * @param response fragment of the address that Google redirected to
 * @param restoreScreen called with the state of the screen that the sign-in began on, before the session begins
 * @returns the message to show if that fails, else undefined
 */
export async function signInWithGoogle(
  response: string,
  restoreScreen: (state: unknown) => Promise<void>,
): Promise<string | undefined> {
  try {
    const { state, secret, invitation, screenState } = takePendingSignIn()
    const parameters = new URLSearchParams(response)
    const idToken = parameters.get('id_token')
    if (parameters.get('state') !== state || idToken === null) return signInTexts.failed
    // A pending logout would end the new session: wait for it.
    await readToken(AbortSignal.timeout(SIGN_IN_TIMEOUT_MS))
    const input = { idToken, nonce: secret, ...(invitation && { invitation }) }
    const { token } = await call(loginWithGoogle, input, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS))
    await restoreScreen(screenState)
    await beginSession(token)
    return undefined
  } catch (error) {
    return refusalText(error) ?? signInTexts.failed
  }
}

/** Why no session was begun for somebody who is who they say: no account may be created, or it is disabled. */
function refusalText(error: unknown): string | undefined {
  const isRefused = error instanceof CallError && error.status === 403
  return isRefused ? (error.body as { error?: string } | undefined)?.error : undefined
}

/** Google's address with parameters. @throws if it is not set up, or this browser lacks crypto.subtle */
async function beginAtGoogle(invitation: string | undefined, screenState: unknown): Promise<string> {
  // Not cached: the provider may have become reachable for the server since.
  const { google } = await call(fetchConfiguration, {}, AbortSignal.timeout(TIMEOUT_MS))
  if (!google) throw new Error('Signing in through Google is not set up.')
  const pending: PendingSignIn = {
    state: random(STATE_BYTES),
    secret: random(SECRET_BYTES),
    screenState,
    ...(invitation && { invitation }),
  }
  const address = new URL(google.address)
  const asking = {
    client_id: google.clientId,
    redirect_uri: absoluteUrl(paths.login()),
    response_type: 'id_token',
    scope: 'openid email profile',
    state: pending.state,
    nonce: await hash(pending.secret),
  }
  for (const [name, value] of Object.entries(asking)) address.searchParams.set(name, value)
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending))
  return address.href
}

/** Takes the pending sign-in of this tab. @throws if there is none */
function takePendingSignIn(): PendingSignIn {
  const stored = sessionStorage.getItem(STORAGE_KEY)
  sessionStorage.removeItem(STORAGE_KEY)
  if (stored === null) throw new Error('No sign-in is pending in this tab.')
  return JSON.parse(stored)
}

const random = (bytes: number) => base64url(crypto.getRandomValues(new Uint8Array(bytes)))

/** SHA-256, base64url. Secure contexts only. */
async function hash(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

import {
  PASSKEY_UNKNOWN,
  PASSKEYS_OFF,
  signInWithPasskey,
  signUpWithPasskey,
  startPasskeySignIn,
  startPasskeySignUp,
} from '@refrain/contract/account/passkeys'
import { createUser } from '@refrain/contract/account/sign-in'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readToken } from '../../account/session.ts'
import { fill, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')
const device = vi.hoisted(() => ({
  suggests: false,
  failure: undefined as Error | undefined,
  /** Passkeys that the password manager was told to forget. */
  forgotten: [] as string[],
  /** Answers of the requests that wait for a choice of a suggestion. */
  waiting: [] as PromiseWithResolvers<unknown>[],
}))
const ASSERTION = vi.hoisted(() => ({
  id: 'k1',
  response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA', userHandle: 'dXMx' },
}))
vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthn: () => true,
  browserSupportsWebAuthnAutofill: async () => device.suggests,
  async startRegistration() {
    if (device.failure) throw device.failure
    return { id: 'new', response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
  },
  async startAuthentication({ useBrowserAutofill }: { useBrowserAutofill: boolean }) {
    if (!useBrowserAutofill && device.failure) throw device.failure
    if (!useBrowserAutofill) return ASSERTION
    const answer = Promise.withResolvers<unknown>()
    device.waiting.push(answer)
    return answer.promise
  },
  WebAuthnAbortService: {
    cancelCeremony() {
      for (const { reject } of device.waiting.splice(0))
        reject(Object.assign(new Error('stopped'), { name: 'AbortError' }))
    },
  },
}))

beforeEach(() => {
  Object.assign(device, { suggests: false, failure: undefined, waiting: [], forgotten: [] })
  vi.stubGlobal('PublicKeyCredential', {
    signalUnknownCredential: async (of: { credentialId: string }) => device.forgotten.push(of.credentialId),
  })
  vi.stubGlobal('isSecureContext', true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** What the service answers; else it does what it is asked for. */
interface Answers {
  readonly isKnown?: boolean
  readonly start?: () => Response
  readonly signUp?: () => Response
}

const TOKEN = 'x'.repeat(43)
const requestOptions = {
  ...{ rpId: 'localhost', challenge: 'AAAA', timeout: 1, allowCredentials: [] },
  userVerification: 'required' as const,
}
const creationOptions = {
  rp: { id: 'localhost', name: 'Refrain' },
  user: { id: 'dXMx', name: 'ada@example.org', displayName: 'Ada' },
  ...{ challenge: 'AAAA', pubKeyCredParams: [], timeout: 1, excludeCredentials: [] },
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
}

const refuse = (status: number, error: string) => new Response(JSON.stringify({ error }), { status })

function startServer({ isKnown = true, ...answers }: Answers = {}) {
  return mockAccounts(
    mockCall(startPasskeySignIn, () => answers.start?.() ?? requestOptions),
    mockCall(signInWithPasskey, () => (isKnown ? { token: TOKEN } : refuse(401, PASSKEY_UNKNOWN))),
    mockCall(startPasskeySignUp, () => creationOptions),
    mockCall(signUpWithPasskey, () => answers.signUp?.() ?? { token: TOKEN }),
  )
}
const press = (name: string) =>
  fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name }))

it('logs in by the button', async () => {
  startServer()
  await showPage('/login')
  press('Log in with a passkey')
  await waitFor(async () => expect(await readToken()).toBe(TOKEN))
})

it('says why a passkey does not work, and nothing if the listener cancels', async () => {
  startServer({ isKnown: false })
  await showPage('/login')
  device.failure = Object.assign(new Error('cancelled'), { name: 'NotAllowedError' })
  press('Log in with a passkey')
  const button = screen.getByRole('button', { name: 'Log in with a passkey' })
  await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
  device.failure = undefined
  press('Log in with a passkey')
  expect((await screen.findByRole('alert')).textContent).toContain(PASSKEY_UNKNOWN)
})

it('logs in by a suggestion of the email field', async () => {
  device.suggests = true
  startServer()
  await showPage('/login')
  await waitFor(() => expect(device.waiting).toHaveLength(1))
  await act(async () => device.waiting[0]?.resolve(ASSERTION))
  await waitFor(async () => expect(await readToken()).toBe(TOKEN))
})

it('offers suggestions again after a cancelled button, and stops when the page is left', async () => {
  device.suggests = true
  const server = startServer()
  await showPage('/login')
  await waitFor(() => expect(device.waiting).toHaveLength(1))
  device.failure = Object.assign(new Error('cancelled'), { name: 'NotAllowedError' })
  press('Log in with a passkey')
  await waitFor(() => expect(server.countCalls(startPasskeySignIn)).toBe(3))
  await waitFor(() => expect(device.waiting).toHaveLength(1))
  cleanup()
  expect(device.waiting).toHaveLength(0)
})

it('signs up with name and email alone', async () => {
  const server = startServer()
  await showPage('/signup')
  press('Sign up with a passkey')
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Password').hasAttribute('aria-invalid')).toBe(false)
  fill({ Name: 'Ada', Email: 'ada@example.org' })
  press('Sign up with a passkey')
  await waitFor(async () => expect(await readToken()).toBe(TOKEN))
  expect(server.countCalls(signUpWithPasskey)).toBe(1)
  expect(server.countCalls(createUser)).toBe(0)
})

/** Signs up with a passkey while the service answers so. @returns the message */
async function failToSignUp(signUp: () => Response): Promise<string | null> {
  startServer({ signUp })
  await showPage('/signup')
  fill({ Name: 'Ada', Email: 'ada@example.org' })
  press('Sign up with a passkey')
  return (await screen.findByRole('alert')).textContent
}

it('has the password manager forget a passkey that the service has refused', async () => {
  expect(await failToSignUp(() => refuse(400, 'Invalid Email'))).toContain('Invalid Email')
  expect(device.forgotten).toEqual(['new'])
})

it.each([
  [
    'an answer was lost',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
  ['the service was too late', () => refuse(503, 'Try again.')],
])('keeps a new passkey that may be the key of an account: %s', async (_, signUp) => {
  expect(await failToSignUp(signUp)).toContain('Try to log in with your new passkey')
  expect(device.forgotten).toEqual([])
})

it.each([
  ['too many requests', () => refuse(429, 'Too many requests.')],
  ['storage trouble', () => refuse(503, 'Try again.')],
])('says nothing of suggestions that cannot be offered: %s', async (_, start) => {
  device.suggests = true
  const server = startServer({ start })
  await showPage('/login')
  await waitFor(() => expect(server.countCalls(startPasskeySignIn)).toBe(1))
  await act(async () => {})
  expect(screen.queryByRole('alert')).toBeNull()
  press('Log in with a passkey')
  expect(await screen.findByRole('alert')).toBeDefined()
})

it('shows no button where the service says that passkeys cannot work', async () => {
  device.suggests = true
  startServer({ start: () => refuse(409, PASSKEYS_OFF) })
  await showPage('/login')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says why a suggestion that was chosen does not work', async () => {
  device.suggests = true
  startServer({ isKnown: false })
  await showPage('/login')
  await waitFor(() => expect(device.waiting).toHaveLength(1))
  await act(async () => device.waiting[0]?.resolve(ASSERTION))
  expect((await screen.findByRole('alert')).textContent).toContain(PASSKEY_UNKNOWN)
})

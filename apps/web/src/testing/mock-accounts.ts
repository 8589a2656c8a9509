import { deleteCookie, getCookie, setCookie } from '@refrain/contract/account/cookies'
import { fetchKeys } from '@refrain/contract/account/keys'
import { deleteUser, fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchSessions } from '@refrain/contract/account/own-sessions'
import { fetchPasskeys } from '@refrain/contract/account/passkeys'
import { createUser, INVALID_CREDENTIALS, login } from '@refrain/contract/account/sign-in'
import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchConfiguration } from '@refrain/contract/configuration'
import type { Operation } from '@refrain/contract/operation'
import { fireEvent, screen } from '@testing-library/react'
import { beginSession, clearSession } from '../account/session.ts'
import { mockBrowser } from './mock-browser.ts'
import { type MockCall, mockCall, mockCalls } from './mock-calls.ts'

export interface AccountServer {
  /** The cookies of this browser. */
  readonly cookies: Map<string, string>
  readonly calls: string[]
  /** How often an operation was called. */
  countCalls(operation: Operation): number
  /** Signs Ada in without the login form. */
  signIn(): Promise<void>
}

const ADA = { id: 'us1', name: 'Ada', email: 'ada@example.org', picturePath: '', isProviderAccount: false }
/** Makes Ada an administrator. */
export const mockAdministrator = mockCall(fetchOwnUser, () => ({ ...ADA, isAdministrator: true as const }))
export const PASSWORD = 'correct horse'

/** Mocks the browser and a server with one account, Ada's; nobody is signed in. `more` takes precedence. */
export function mockAccounts(...more: readonly MockCall[]): AccountServer {
  mockBrowser()
  clearSession()
  const cookies = new Map<string, string>()
  const done = { success: true } as const
  const calls = mockCalls(
    ...more,
    mockCall(getCookie, ({ name }) => ({ name, value: cookies.get(name) ?? null })),
    mockCall(setCookie, ({ name, value }) => {
      cookies.set(name, value)
      return done
    }),
    mockCall(deleteCookie, ({ name }) => {
      if (name === 'token') cookies.clear()
      else cookies.delete(name)
      return done
    }),
    mockCall(login, ({ password }) =>
      password === PASSWORD
        ? { token: 'ada' }
        : new Response(JSON.stringify({ error: INVALID_CREDENTIALS }), { status: 401 }),
    ),
    mockCall(createUser, ({ email }) =>
      email === ADA.email ? new Response('{"errors":["Invalid Email"]}', { status: 400 }) : { token: 'new' },
    ),
    mockCall(fetchOwnUser, () => ADA),
    mockCall(deleteUser, () => done),
    mockCall(fetchKeys, () => ({
      isEmailVerified: false,
      hasPassword: true,
      hasTotp: false,
      recoveryCodes: 0,
      passkeys: 0,
    })),
    mockCall(fetchPasskeys, () => ({ passkeys: [] })),
    mockCall(fetchSessions, () => ({ sessions: [] })),
    mockCall(fetchPopularArtists, () => []),
    mockCall(fetchPopularAlbums, () => []),
    mockCall(fetchConfiguration, () => ({
      name: 'Refrain',
      sample: false,
      artistsUrl: '/',
      chatUrl: '/',
      google: null,
      signUp: 'open' as const,
      sendsEmail: false,
      guests: 'listen' as const,
      pushKey: '',
    })),
  )
  return {
    cookies,
    calls,
    countCalls: ({ name }) => calls.filter(call => call === name).length,
    signIn: () => beginSession('ada'),
  }
}

/** Fills in fields by their labels. */
export function fill(values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values))
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
}

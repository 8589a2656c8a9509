import { createUser, deleteUser, fetchOwnUser, INVALID_CREDENTIALS, login } from '@refrain/contract/account'
import { fetchPopularAlbums, fetchPopularArtists } from '@refrain/contract/catalogue'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { deleteCookie, getCookie, setCookie } from '@refrain/contract/cookies'
import type { Operation } from '@refrain/contract/operation'
import { fireEvent, screen } from '@testing-library/react'
import { keepSession, leaveSession } from '../account/session.ts'
import { pretendBrowser } from './mock-browser.ts'
import { type Answer, answerCalls, answering } from './mock-calls.ts'

export interface AccountServer {
  /** The cookies it holds for this browser. */
  readonly cookies: Map<string, string>
  readonly calls: string[]
  asked(operation: Operation): number
  /** Signs Ada in, as after her login. */
  signIn(): Promise<void>
}

const ADA = { _id: 'us1', name: 'Ada', email: 'ada@example.org', profile_path: '', isGoogleUser: false }
export const PASSWORD = 'correct horse'

/** A browser, nobody signed in, and a server that knows Ada and her password. `more` answers before it. */
export function pretendAccounts(...more: readonly Answer[]): AccountServer {
  pretendBrowser()
  leaveSession()
  const cookies = new Map<string, string>()
  const done = { success: true } as const
  const calls = answerCalls(
    ...more,
    answering(getCookie, ({ name }) => ({ name, value: cookies.get(name) ?? null })),
    answering(setCookie, ({ param_name, param_value }) => {
      cookies.set(param_name, param_value)
      return done
    }),
    answering(deleteCookie, ({ name }) => {
      if (name === 'token') cookies.clear()
      else cookies.delete(name)
      return done
    }),
    answering(login, ({ password }) =>
      password === PASSWORD
        ? { authtoken: 'ada' }
        : new Response(JSON.stringify({ error: INVALID_CREDENTIALS }), { status: 401 }),
    ),
    answering(createUser, ({ email }) =>
      email === ADA.email
        ? new Response('{"errors":["Invalid Email"]}', { status: 400 })
        : { authtoken: 'new' },
    ),
    answering(fetchOwnUser, () => ADA),
    answering(deleteUser, () => done),
    answering(fetchPopularArtists, () => []),
    answering(fetchPopularAlbums, () => []),
    answering(fetchConfiguration, () => ({
      name: 'Refrain',
      sample: false,
      artistsUrl: '/',
      chatUrl: '/',
      google: null,
      pushKey: '',
    })),
  )
  return {
    cookies,
    calls,
    asked: ({ name }) => calls.filter(call => call === name).length,
    signIn: () => keepSession('ada'),
  }
}

/** Types into fields, by their labels. */
export function fill(values: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(values))
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
}

import { loginWithGoogle } from '@refrain/contract/account/sign-in'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'
import { readToken } from '../session.ts'
import { captureGoogleResponse } from './google-response.ts'

vi.mock('../../listening/engine/player.ts')

const ANSWER = 'state=asked&id_token=a.b.c'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

/** Comes back from Google to a tab that has asked for a sign-in, unless it has not. */
async function comeBack(answer: string, { hasAsked = true } = {}) {
  if (hasAsked) sessionStorage.setItem('google', JSON.stringify({ state: 'asked', secret: 'x' }))
  history.replaceState(null, '', `/login#${answer}`)
  captureGoogleResponse()
  return showPage('/login')
}

it('signs in with the answer that the tab has asked for, and opens / (AUTH-09, AUTH-10)', async () => {
  const given: string[] = []
  const answer = mockCall(loginWithGoogle, ({ idToken, nonce }) => {
    given.push(idToken, String(nonce))
    return { token: 'ada' }
  })
  mockAccounts(answer)
  const router = await comeBack(ANSWER)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(given).toEqual(['a.b.c', 'x'])
  expect(localStorage.getItem('token')).toBe('ada')
  expect(sessionStorage).toHaveLength(0)
})

it.each([
  ['belongs to somebody with the same email address', ANSWER, true, 1],
  ['says that the listener has cancelled', 'error=access_denied&state=asked', true, 0],
  ['has the state of another tab', 'state=another&id_token=a.b.c', true, 0],
  ['comes a second time, or to a tab that has not asked', ANSWER, false, 0],
])(
  'shows an error and begins no session if the answer %s (ERR-05, PROP-34)',
  async (_, answer, hasAsked, calls) => {
    const refusal = () => new Response('{"error":"Conflict"}', { status: 409 })
    const server = mockAccounts(mockCall(loginWithGoogle, refusal))
    await comeBack(answer, { hasAsked })
    expect((await screen.findByRole('alert')).textContent).toBe('Some error occurred! Please try again')
    expect(server.countCalls(loginWithGoogle)).toBe(calls)
    expect(await readToken()).toBeNull()
    expect(sessionStorage).toHaveLength(0)
    const google = screen.getByRole('button', { name: 'Continue with Google' })
    expect(google.hasAttribute('aria-disabled')).toBe(false)
  },
)

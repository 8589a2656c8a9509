import { createUser, login } from '@refrain/contract/account/sign-in'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readToken } from './session.ts'
import { signIn, signUp } from './sign-in.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Mocks the response to sign-ins; cookies are accepted. */
function answers(status: number, body: unknown): void {
  const ways: string[] = [login.path, createUser.path]
  vi.stubGlobal('fetch', async (url: string) =>
    ways.includes(url)
      ? new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
      : new Response('{"success":true}'),
  )
}

const ada = { name: 'Ada', email: 'ada@example.org', password: 'long enough' }

describe.each([
  ['login', () => signIn({ email: ada.email, password: ada.password })],
  ['signup', () => signUp(ada)],
])('%s', (_, act) => {
  it('stores the token (AUTH-07, READ-46)', async () => {
    answers(200, { authtoken: 'new' })
    expect(await act()).toBeUndefined()
    expect(await readToken()).toBe('new')
  })

  it('returns an error in the answer unchanged (ERR-01, READ-22, READ-23)', async () => {
    answers(200, { error: 'Said by the backend' })
    expect(await act()).toBe('Said by the backend')
  })

  it('returns the message of a network error (ERR-03, READ-22, READ-23)', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await act()).toBe('Failed to fetch')
    answers(503, '<html>')
    expect(await act()).toBe('503 Service Unavailable')
  })
})

it('returns Invalid Credentials if the login is refused with an error (ERR-02, READ-22)', async () => {
  answers(401, { error: 'whatever' })
  expect(await signIn(ada)).toBe('Invalid Credentials')
})

it('returns Invalid Email if the signup is refused with errors, and a single error unchanged (ERR-04, READ-23)', async () => {
  answers(400, { errors: ['Invalid Email'], error: 'other words' })
  expect(await signUp(ada)).toBe('Invalid Email')
  answers(429, { error: 'Too many' })
  expect(await signUp(ada)).toBe('Too many')
})

import { fetchOwnUser } from '@refrain/contract/account'
import { deleteCookie, getCookie, setCookie } from '@refrain/contract/cookies'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, answering } from '../testing/answer-calls.ts'

/** The cookies the server holds for this browser. */
let cookies: Map<string, string>
let calls: string[]
let session: typeof import('./session.ts')

const server = [
  answering(getCookie, ({ name }) => ({ name, value: cookies.get(name) ?? null })),
  answering(setCookie, ({ param_name, param_value }) => {
    cookies.set(param_name, param_value)
    return { success: true } as const
  }),
  answering(deleteCookie, ({ name }) => {
    cookies.delete(name)
    return { success: true } as const
  }),
]

/** Loads the pages anew, as a reload does. */
async function reload(): Promise<void> {
  vi.resetModules()
  session = await import('./session.ts')
}

const unreachable = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

beforeEach(async () => {
  cookies = new Map()
  calls = answerCalls(...server)
  await reload()
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('who is signed in', () => {
  it('is decided by the cookie the server holds, and the local copy follows (AUTH-05, READ-09, STO-01)', async () => {
    cookies.set('token', 'kept')
    expect(await session.readToken()).toBe('kept')
    expect(localStorage.getItem('token')).toBe('kept')
  })

  it('is nobody where there is no cookie, whatever the local copy says (READ-09, PROP-08)', async () => {
    localStorage.setItem('token', 'old')
    localStorage.setItem('userId', 'us1')
    await reload()
    expect(await session.readToken()).toBeNull()
    expect(localStorage.length).toBe(0)
  })

  it('is at first whom the local copy names, and is not certain (READ-09)', async () => {
    localStorage.setItem('token', 'kept')
    await reload()
    const { result } = renderHook(() => [session.useToken(), session.useSignedIn()])
    expect(result.current).toEqual(['kept', false])
  })

  it('stays who it was where the server cannot be reached (PROP-08)', async () => {
    localStorage.setItem('token', 'kept')
    unreachable()
    await reload()
    expect(await session.readToken()).toBe('kept')
    expect(localStorage.getItem('token')).toBe('kept')
  })

  it('is kept in state, locally and in a cookie after each kind of sign-in (AUTH-07, AUTH-08, AUTH-10, READ-46, STO-22, STO-32)', async () => {
    await session.keepSession('new')
    expect(await session.readToken()).toBe('new')
    expect(localStorage.getItem('token')).toBe('new')
    expect(cookies.get('token')).toBe('new')
  })

  it('is not undone by an older answer about the cookie', async () => {
    const asked = session.readToken()
    await session.keepSession('new')
    expect(await asked).toBe('new')
  })

  it('has an id beside the token, sent to the cookie only when it is another one (STO-02, STO-26)', async () => {
    await session.keepUserId('us1')
    await session.keepUserId('us1')
    expect(localStorage.getItem('userId')).toBe('us1')
    expect(cookies.get('userId')).toBe('us1')
    expect(calls).toEqual(['setCookie'])
  })

  it('follows what another tab does (READ-09)', async () => {
    session.startSession()
    expect(await session.readToken()).toBeNull()
    cookies.set('token', 'from there')
    localStorage.setItem('token', 'from there')
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(await session.readToken()).toBe('from there')
    cookies.clear()
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(await session.readToken()).toBeNull()
  })

  it('stays nobody after a logout the server did not hear of, which is told again at the next start (AUTH-18)', async () => {
    cookies.set('token', 'kept')
    await session.readToken()
    session.leaveSession(false)
    await reload()
    expect(await session.readToken()).toBeNull()
    expect(cookies.has('token')).toBe(false)
  })
})

describe('a call for members', () => {
  const own = { _id: 'us1', name: 'Ada', email: 'ada@example.org', profile_path: '', isGoogleUser: false }

  it('carries the token once it is known, and the cookies go along (API-01, API-02)', async () => {
    cookies.set('token', 'kept')
    answerCalls(
      ...server,
      answering(fetchOwnUser, () => own),
    )
    const fetch = vi.spyOn(globalThis, 'fetch')
    const { call } = await import('../api/call.ts')
    await call(fetchOwnUser, {})
    const sent = fetch.mock.calls.find(([url]) => url === fetchOwnUser.path)?.[1]
    expect(sent?.headers).toMatchObject({ 'auth-token': 'kept' })
    expect(sent?.credentials).toBe('same-origin')
    const guests = fetch.mock.calls.filter(([url]) => url !== fetchOwnUser.path)
    for (const [, init] of guests) expect(init?.headers).not.toHaveProperty('auth-token')
  })

  it('ends the session without a word where the server no longer knows it (PROP-08)', async () => {
    cookies.set('token', 'revoked')
    answerCalls(...server)
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
      url === fetchOwnUser.path
        ? new Response('{"error":"Not signed in"}', { status: 401 })
        : fetch(url, init),
    )
    const { call } = await import('../api/call.ts')
    await expect(call(fetchOwnUser, {})).rejects.toMatchObject({ status: 401 })
    expect(await session.readToken()).toBeNull()
    expect(localStorage.length).toBe(0)
    await waitFor(() => expect(cookies.size).toBe(0))
  })

  it('signs nobody out where it fails in any other way (PROP-08)', async () => {
    cookies.set('token', 'kept')
    await session.readToken()
    unreachable()
    const { call } = await import('../api/call.ts')
    await expect(call(fetchOwnUser, {})).rejects.toThrow('Failed to fetch')
    expect(await session.readToken()).toBe('kept')
  })
})

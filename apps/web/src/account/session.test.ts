import { deleteCookie, getCookie, setCookie } from '@refrain/contract/account/cookies'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fillPath } from '@refrain/contract/operation'
import { configure, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'

// Reloading modules is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** Retries the failed call at once; otherwise it is never retried. */
let retry: () => void
vi.mock('../api/retry-delay.ts', () => ({
  waitBeforeRetry: () =>
    new Promise<void>(resolve => {
      retry = resolve
    }),
}))

const KEPT = 'kept'.padEnd(43, '-')
const NEW = 'new'.padEnd(43, '_')

/** The cookies of this browser on the server. */
let cookies: Map<string, string>
let calls: string[]
let session: typeof import('./session.ts')
let logout: typeof import('./logout.ts').logout
let refusing: boolean
/** Event listeners of earlier page loads, to be removed. */
let gone: AbortController

const server = [
  mockCall(getCookie, ({ name }) => ({ name, value: cookies.get(name) ?? null })),
  mockCall(setCookie, ({ name, value }) => {
    cookies.set(name, value)
    return { success: true } as const
  }),
  mockCall(deleteCookie, () => {
    if (refusing) return new Response('{"error":"Too many"}', { status: 429 })
    cookies.clear()
    return { success: true } as const
  }),
]

/** Loads the modules again, like a reload. */
async function reload(): Promise<void> {
  gone?.abort()
  gone = new AbortController()
  vi.resetModules()
  session = await import('./session.ts')
  logout = (await import('./logout.ts')).logout
}

/** Starts the session like a page; ends with the next reload. */
function start(): void {
  const { signal } = gone
  const listen = vi.spyOn(globalThis, 'addEventListener').mockImplementation((type, act) => {
    EventTarget.prototype.addEventListener.call(globalThis, type, act, { signal })
  })
  session.restoreSession()
  listen.mockRestore()
}

/** Another tab changes local storage; null: it clears everything. */
function otherTab(token: string | null): void {
  if (token === null) localStorage.clear()
  else localStorage.setItem('token', token)
  dispatchEvent(new StorageEvent('storage', { key: token === null ? null : 'token' }))
}

const unreachable = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

/** A network that never answers. */
function swallow(): void {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers()
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
}

beforeEach(async () => {
  retry = undefined as never
  cookies = new Map()
  refusing = false
  calls = mockCalls(...server)
  await reload()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('the session', () => {
  it('follows the cookie that the server reads, and updates the local copy (AUTH-05, READ-09, STO-01)', async () => {
    cookies.set('token', KEPT)
    expect(await session.readToken()).toBe(KEPT)
    expect(localStorage.getItem('token')).toBe(KEPT)
  })

  it('is a guest session without a cookie, whatever the local copy says (READ-09, PROP-08)', async () => {
    localStorage.setItem('token', 'old')
    localStorage.setItem('userId', 'us1')
    await reload()
    expect(await session.readToken()).toBeNull()
    expect(localStorage.length).toBe(0)
  })

  it('starts with the local copy as an uncertain guess (READ-09)', async () => {
    localStorage.setItem('token', KEPT)
    await reload()
    const { result } = renderHook(() => [session.useToken(), session.useSignedIn()])
    expect(result.current).toEqual([KEPT, false])
  })

  it('is kept if the server cannot be reached (PROP-08)', async () => {
    localStorage.setItem('token', KEPT)
    unreachable()
    await reload()
    expect(await session.readToken()).toBe(KEPT)
    expect(localStorage.getItem('token')).toBe(KEPT)
  })

  it('is stored in memory, local storage and a cookie after each kind of sign-in (AUTH-07, AUTH-08, AUTH-10, READ-46, STO-22, STO-32)', async () => {
    await session.beginSession(NEW)
    expect(await session.readToken()).toBe(NEW)
    expect(localStorage.getItem('token')).toBe(NEW)
    expect(cookies.get('token')).toBe(NEW)
  })

  it('ignores an older answer about the cookie', async () => {
    const asked = session.readToken()
    await session.beginSession(NEW)
    expect(await asked).toBe(NEW)
  })

  it('stores the user id, and sets its cookie only when it changes (STO-02, STO-26)', async () => {
    await session.beginSession(KEPT)
    calls.length = 0
    await session.storeUserId('us1')
    await session.storeUserId('us1')
    expect(localStorage.getItem('userId')).toBe('us1')
    expect(cookies.get('userId')).toBe('us1')
    expect(calls).toEqual(['setCookie'])
  })

  it('ignores a cookie that is not a valid token', async () => {
    cookies.set('token', '<script>')
    expect(await session.readToken()).toBeNull()
    expect(localStorage.length).toBe(0)
  })

  it('follows other tabs (READ-09)', async () => {
    start()
    expect(await session.readToken()).toBeNull()
    cookies.set('token', NEW)
    otherTab(NEW)
    expect(await session.readToken()).toBe(NEW)
    cookies.clear()
    otherTab(null)
    expect(await session.readToken()).toBeNull()
  })

  it('goes on with another token after a change of the password, in all tabs (READ-24)', async () => {
    start()
    await session.beginSession(KEPT)
    const ended = vi.fn()
    session.onSessionEnd(ended, gone.signal)
    session.renewSession(KEPT, NEW)
    expect(await session.readToken()).toBe(NEW)
    // Another tab, which still has the former one.
    localStorage.clear()
    await session.beginSession(KEPT)
    ended.mockClear()
    cookies.set('token', NEW)
    localStorage.setItem('replacedToken', KEPT)
    otherTab(NEW)
    expect(await session.readToken()).toBe(NEW)
    expect(ended).not.toHaveBeenCalled()
  })

  it('goes on with another token if the former one is rejected before the tab has heard of it', async () => {
    start()
    await session.beginSession(KEPT)
    const ended = vi.fn()
    session.onSessionEnd(ended, gone.signal)
    cookies.set('token', NEW)
    localStorage.setItem('replacedToken', KEPT)
    localStorage.setItem('token', NEW)
    calls.length = 0
    session.endSession(KEPT)
    expect(await session.readToken()).toBe(NEW)
    expect([ended.mock.calls, calls]).toEqual([[], ['getCookie']])
  })

  it('ends if somebody else signs in after it', async () => {
    start()
    await session.beginSession(KEPT)
    const ended = vi.fn()
    session.onSessionEnd(ended, gone.signal)
    await session.beginSession(NEW)
    expect(ended).toHaveBeenCalledOnce()
  })

  it('gives the server 5 seconds, then continues, and asks again once online (PROP-08)', async () => {
    localStorage.setItem('token', KEPT)
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    swallow()
    await reload()
    start()
    const token = session.readToken()
    patience.abort()
    expect(await token).toBe(KEPT)
    expect(timeout).toHaveBeenCalledWith(5000)
    timeout.mockRestore()
    mockCalls(...server)
    cookies.set('token', NEW)
    dispatchEvent(new Event('online'))
    expect(await session.readToken()).toBe(NEW)
  })
})

describe('an unreachable server', () => {
  it('leaves the session unknown without a local copy, and is asked again', async () => {
    unreachable()
    await reload()
    const decided = vi.fn()
    const token = session.readToken().finally(decided)
    await waitFor(() => expect(retry).toBeDefined())
    expect(decided).not.toHaveBeenCalled()
    mockCalls(...server)
    cookies.set('token', KEPT)
    retry()
    expect(await token).toBe(KEPT)
  })

  it('does not block a reader that aborts', async () => {
    unreachable()
    await reload()
    const patience = new AbortController()
    const token = session.readToken(patience.signal)
    patience.abort(new Error('given up'))
    await expect(token).rejects.toThrow('given up')
  })

  it('is asked again even if there is a local copy', async () => {
    localStorage.setItem('token', KEPT)
    unreachable()
    await reload()
    expect(await session.readToken()).toBe(KEPT)
    mockCalls(...server)
    cookies.set('token', NEW)
    retry()
    await waitFor(async () => expect(await session.readToken()).toBe(NEW))
  })

  it('gets a longer timeout each time', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    unreachable()
    await reload()
    void session.readToken()
    for (const patience of [5_000, 10_000, 20_000, 40_000, 40_000]) {
      await waitFor(() => expect(timeout).toHaveBeenCalledWith(patience))
      await waitFor(() => expect(retry).toBeDefined())
      const again = retry
      retry = undefined as never
      timeout.mockClear()
      again()
    }
  })
})

describe('a logout', () => {
  beforeEach(async () => {
    cookies.set('token', KEPT)
    start()
    await session.readToken()
    calls.length = 0
  })

  it('is one call, and clears everything (AUTH-16, AUTH-17)', async () => {
    localStorage.setItem('recent', '[]')
    await logout()
    expect(calls).toEqual(['deleteCookie'])
    expect(localStorage.length).toBe(0)
  })

  it.each(['refuses', 'cannot be reached'])(
    'holds for later visits and is repeated if the server %s (AUTH-18)',
    async how => {
      refusing = true
      if (how === 'cannot be reached') unreachable()
      await logout()
      expect(await session.readToken()).toBeNull()
      expect(localStorage.getItem('token')).toBeNull()
      // A later visit, while clearing still fails.
      mockCalls(...server)
      await reload()
      start()
      expect(await session.readToken()).toBeNull()
      expect(cookies.size).toBe(1)
      refusing = false
      dispatchEvent(new Event('online'))
      expect(await session.readToken()).toBeNull()
      expect(cookies.size).toBe(0)
      expect(localStorage.length).toBe(0)
    },
  )

  /** Holds back a call until the returned function is called. */
  function hold(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answer = fetch
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      if (String(args[0]).startsWith(path)) await promise
      return answer(...args)
    })
    return resolve
  }

  it('ignores a user id that arrives meanwhile (AUTH-16, STO-26)', async () => {
    const release = hold(fillPath(deleteCookie.path, { name: 'token' }))
    const left = logout()
    await new Promise(done => setTimeout(done))
    await session.storeUserId('us1')
    release()
    await left
    expect(calls).toEqual(['deleteCookie'])
    expect(localStorage.length).toBe(0)
  })

  it('clears a cookie that was being set (AUTH-16, STO-26)', async () => {
    const release = hold(setCookie.path)
    void session.storeUserId('us1')
    const left = logout()
    await new Promise(done => setTimeout(done))
    release()
    await left
    expect(calls).toEqual(['setCookie', 'deleteCookie'])
    expect(cookies.size).toBe(0)
  })

  it('holds if the tab is closed before the server answers (AUTH-18)', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    void logout()
    await Promise.resolve()
    unreachable()
    await reload()
    const { result } = renderHook(() => session.useToken())
    expect(result.current).toBeNull()
    expect(await session.readToken()).toBeNull()
  })

  it('is not undone by another tab that still finds the cookie', async () => {
    localStorage.setItem('left', KEPT.slice(0, 8))
    refusing = true
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(await session.readToken()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('that failed does not end a later session in any tab', async () => {
    refusing = true
    await logout()
    refusing = false
    cookies.set('token', NEW)
    otherTab(NEW)
    expect(await session.readToken()).toBe(NEW)
    expect(cookies.get('token')).toBe(NEW)
  })

  it('that failed is forgotten with the next login', async () => {
    refusing = true
    await logout()
    await session.beginSession(NEW)
    expect({ ...localStorage }).toEqual({ token: NEW })
  })

  it('gives the server 5 seconds (AUTH-18)', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    swallow()
    const left = logout()
    patience.abort()
    await left
    expect(timeout).toHaveBeenCalledWith(5000)
    expect(await session.readToken()).toBeNull()
  })

  it('succeeds even if the browser refuses to clear local storage', async () => {
    vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    await logout()
    expect(await session.readToken()).toBeNull()
  })
})

describe('onSessionEnd', () => {
  const end = vi.fn()

  beforeEach(async () => {
    cookies.set('token', KEPT)
    start()
    await session.readToken()
    end.mockReset()
    session.onSessionEnd(end, gone.signal)
  })

  it.each([
    ['by a logout', () => logout()],
    ['by a logout in another tab', () => otherTab(null)],
    [
      'by the server',
      () => {
        cookies.clear()
        session.endSession(KEPT)
      },
    ],
  ])('ends %s, and with it what members were told (AUTH-17, PROP-08, PROP-49)', async (_, leave) => {
    const { queryClient } = await import('../api/query-client.ts')
    queryClient.setQueryData(session.ownKey(KEPT, 'user'), 'Ada')
    await leave()
    await session.readToken()
    expect(end).toHaveBeenCalledTimes(1)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  it('fires when another session takes its place (PROP-49)', async () => {
    cookies.set('token', NEW)
    otherTab(NEW)
    expect(await session.readToken()).toBe(NEW)
    expect(end).toHaveBeenCalledTimes(1)
  })
})

describe('a call for members', () => {
  const own = { id: 'us1', name: 'Ada', email: 'ada@example.org', picturePath: '', isProviderAccount: false }

  it('sends the token once it is known, and the cookies (API-01, API-02)', async () => {
    cookies.set('token', KEPT)
    mockCalls(
      ...server,
      mockCall(fetchOwnUser, () => own),
    )
    const fetch = vi.spyOn(globalThis, 'fetch')
    const { call } = await import('../api/call.ts')
    await call(fetchOwnUser, {})
    const sent = fetch.mock.calls.find(([url]) => url === fetchOwnUser.path)?.[1]
    expect(sent?.headers).toMatchObject({ 'auth-token': KEPT })
    expect(sent?.credentials).toBe('same-origin')
    const guests = fetch.mock.calls.filter(([url]) => url !== fetchOwnUser.path)
    for (const [, init] of guests) expect(init?.headers).not.toHaveProperty('auth-token')
  })

  it('ends the session without a message if the server rejects it (PROP-08)', async () => {
    cookies.set('token', KEPT)
    mockCalls(...server)
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

  it('keeps the session on any other error (PROP-08)', async () => {
    cookies.set('token', KEPT)
    await session.readToken()
    unreachable()
    const { call } = await import('../api/call.ts')
    await expect(call(fetchOwnUser, {})).rejects.toThrow('Failed to fetch')
    expect(await session.readToken()).toBe(KEPT)
  })

  it('does not end a session that has begun in another tab meanwhile (PROP-08)', async () => {
    cookies.set('token', KEPT)
    await session.readToken()
    cookies.set('token', NEW)
    calls.length = 0
    session.endSession(KEPT)
    expect(await session.readToken()).toBe(NEW)
    expect(cookies.get('token')).toBe(NEW)
    expect(calls).toEqual(['getCookie'])
  })

  it('ends the session even if the cookie cannot be read (PROP-08)', async () => {
    cookies.set('token', KEPT)
    await session.readToken()
    unreachable()
    session.endSession(KEPT)
    expect(await session.readToken()).toBeNull()
  })
})

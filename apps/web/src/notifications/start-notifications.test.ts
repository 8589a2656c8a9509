import { deleteCookie } from '@refrain/contract/account/cookies'
import { fetchConfiguration } from '@refrain/contract/configuration'
import {
  registerGuestDevice,
  toDeviceToken,
  updateDeviceToken,
} from '@refrain/contract/notifications/devices'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { logout } from '../account/logout.ts'
import { beginSession } from '../account/session.ts'
import { queryClient } from '../api/query-client.ts'
import { type AccountServer, mockAccounts } from '../testing/mock-accounts.ts'
import { type MockCall, mockCall } from '../testing/mock-calls.ts'
import { mockPush } from '../testing/mock-push.ts'
import { oncePermitted } from './once-permitted.ts'
import { startNotifications } from './start-notifications.ts'
import { allowInThisBrowser } from './update-settings.ts'

const NO_TOKEN = 'No registration token available. Request permission to generate one.'
const REGISTRATION_FAILED = 'Error sending token to backend'
const refused = () => new Response('{"error":"Too many requests"}', { status: 429 })
/** The device token of an endpoint. */
const tokenOf = (endpoint: string) => toDeviceToken({ endpoint, keys: { p256dh: 'BPoint', auth: 'secret' } })

let browser: ReturnType<typeof mockPush>
let server: AccountServer
let pushKey: string
/** The registrations, in order. */
let registrations: { token: string; userId: string | null }[]
let refusing: boolean
let loggedWarnings: MockInstance
let loggedErrors: MockInstance

function begin(permission: NotificationPermission, ...more: MockCall[]): void {
  browser = mockPush(permission)
  server = mockAccounts(
    ...more,
    mockCall(fetchConfiguration, () => ({
      ...{ name: 'Refrain', sample: false, artistsUrl: '/', chatUrl: '/', google: null },
      signUp: 'open' as const,
      sendsEmail: false,
      guests: 'listen' as const,
      pushKey,
    })),
    mockCall(registerGuestDevice, ({ token }) => {
      if (refusing) return refused()
      registrations.push({ token, userId: null })
      return { userId: 'a-device' }
    }),
    mockCall(updateDeviceToken, ({ token, userId }) => {
      if (refusing) return refused()
      registrations.push({ token, userId })
      return { success: true as const }
    }),
  )
}

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  pushKey = 'BKey-1_A'
  registrations = []
  refusing = false
  loggedWarnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  loggedErrors = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  browser.end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const start = () => startNotifications(() => {})
const quiet = () => [...loggedWarnings.mock.calls, ...loggedErrors.mock.calls]

it('asks once at the start while it is undecided, and shows nothing if denied (NOT-01, READ-69)', async () => {
  begin('default')
  await start()
  await start()
  expect(browser.notification.requestPermission).toHaveBeenCalledOnce()
  browser.cacheNames.clear()
  browser.notification.requestPermission.mockRejectedValueOnce(new TypeError('Only from a press'))
  await start()
  expect(browser.notification.requestPermission).toHaveBeenCalledTimes(2)
  expect(server.calls).toEqual([])
  expect(quiet()).toEqual([])
})

describe('in a browser that requires a user gesture', () => {
  let clicked: ((event: Partial<Event>) => void) | undefined

  beforeEach(() => {
    begin('default')
    Reflect.deleteProperty(navigator, 'userAgentData')
    clicked = undefined
    // jsdom cannot dispatch a trusted event, so the handler is called directly.
    vi.spyOn(window, 'addEventListener').mockImplementation((type, handler, options) => {
      const { signal } = (options ?? {}) as AddEventListenerOptions
      if (type !== 'click') return
      clicked = handler as (event: Partial<Event>) => void
      signal?.addEventListener('abort', () => {
        clicked = undefined
      })
    })
  })
  const click = (isTrusted = true) => clicked?.({ isTrusted })

  it('asks at the first click, in its handler, and only once', async () => {
    const { requestPermission } = browser.notification
    await start()
    click(false)
    expect(requestPermission).not.toHaveBeenCalled()
    click()
    expect(requestPermission).toHaveBeenCalledOnce()
    click()
    expect(requestPermission).toHaveBeenCalledOnce()
    await waitFor(() => expect([...browser.cacheNames]).toHaveLength(1))
    await start()
    expect(clicked).toBeUndefined()
    expect(quiet()).toEqual([])
  })

  it('registers the device when the listener allows it', async () => {
    browser.notification.requestPermission.mockImplementationOnce(async () => {
      browser.notification.permission = 'granted'
      return 'granted'
    })
    await start()
    click()
    const token = tokenOf('https://push.example.org/1')
    await waitFor(() => expect(registrations).toEqual([{ token, userId: null }]))
    expect([...browser.cacheNames]).toEqual([])
  })

  it('does not ask a second time when the click is on a control that asks', async () => {
    await start()
    void allowInThisBrowser()
    click()
    expect(browser.notification.requestPermission).toHaveBeenCalledOnce()
  })
})

it('does not ask again after a logout, which clears local storage (NOT-01, READ-69, AUTH-17)', async () => {
  begin('default')
  await start()
  await server.signIn()
  await logout()
  expect(localStorage).toHaveLength(0)
  await start()
  expect(browser.notification.requestPermission).toHaveBeenCalledOnce()
})

it('asks at each start if the browser blocks storage (NOT-01)', async () => {
  begin('default')
  const refuse = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
  vi.stubGlobal('caches', { has: refuse, open: refuse, delete: refuse })
  await start()
  await start()
  expect(browser.notification.requestPermission).toHaveBeenCalledTimes(2)
  expect(quiet()).toEqual([])
})

it.each(['granted', 'denied'] as const)('does not ask if the permission is %s (NOT-01)', async permission => {
  begin(permission)
  await start()
  expect(browser.notification.requestPermission).not.toHaveBeenCalled()
})

it('forgets that it has asked once there is an answer (NOT-01)', async () => {
  begin('default')
  browser.notification.requestPermission.mockImplementationOnce(async () => {
    browser.notification.permission = 'denied'
    return 'denied'
  })
  await start()
  expect([...browser.cacheNames]).toEqual([])
  expect(localStorage).toHaveLength(0)
})

it('registers a guest device once a day, with the key of the server (NOT-02, READ-70)', async () => {
  begin('default')
  browser.notification.requestPermission.mockImplementationOnce(async () => {
    browser.notification.permission = 'granted'
    return 'granted'
  })
  await start()
  const token = tokenOf('https://push.example.org/1')
  expect(browser.pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  expect(registrations).toEqual([{ token, userId: null }])
  await start()
  expect(registrations).toHaveLength(1)
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
  await start()
  vi.useRealTimers()
  expect(registrations).toEqual([
    { token, userId: null },
    { token, userId: null },
  ])
})

it.each(['denied', 'default'] as const)(
  'registers and logs nothing while the permission is %s (NOT-02, NOT-07, READ-69)',
  async permission => {
    begin(permission)
    await start()
    await server.signIn()
    await start()
    expect(browser.pushManager.subscribe).not.toHaveBeenCalled()
    expect(registrations).toEqual([])
    expect(quiet()).toEqual([])
  },
)

it('logs nothing in a browser without notifications (NOT-07, READ-69)', async () => {
  begin('granted')
  vi.stubGlobal('isSecureContext', false)
  await start()
  expect(server.calls).toEqual([])
  expect(quiet()).toEqual([])
})

it.each(['denied', 'default'] as const)(
  'registers the device once it is allowed in the browser settings, %s before (NOT-02)',
  async permission => {
    begin(permission)
    await start()
    browser.setPermission('denied')
    browser.setPermission('default')
    expect(registrations).toEqual([])
    browser.setPermission('granted')
    await waitFor(() =>
      expect(registrations).toEqual([{ token: tokenOf('https://push.example.org/1'), userId: null }]),
    )
    browser.setPermission('granted')
    await new Promise(resolve => setTimeout(resolve))
    expect(registrations).toHaveLength(1)
    expect(browser.notification.requestPermission).toHaveBeenCalledTimes(permission === 'default' ? 1 : 0)
  },
)

it('begins once when a denied permission is granted in the browser settings (NOT-02)', async () => {
  begin('denied')
  const started = vi.fn()
  oncePermitted(started)
  await Promise.resolve()
  browser.setPermission('default')
  expect(started).not.toHaveBeenCalled()
  browser.setPermission('granted')
  browser.setPermission('denied')
  browser.setPermission('granted')
  expect(started).toHaveBeenCalledOnce()
})

it('registers the device for a listener who signs in, and for a guest after the logout (NOT-02, READ-70)', async () => {
  begin('granted')
  await start()
  await server.signIn()
  const token = tokenOf('https://push.example.org/1')
  await waitFor(() => expect(registrations.at(-1)).toEqual({ token, userId: 'us1' }))
  expect(registrations).toHaveLength(2)
  await logout()
  await waitFor(() => expect(registrations.at(-1)).toEqual({ token, userId: null }))
  expect(registrations).toHaveLength(3)
})

it('registers again for a new session of the same listener (NOT-02)', async () => {
  begin('granted')
  await server.signIn()
  await start()
  await waitFor(() => expect(registrations).toHaveLength(1))
  await beginSession('adas-next')
  await waitFor(() => expect(registrations).toHaveLength(2))
  expect(registrations[1]).toEqual(registrations[0])
  await logout()
  await waitFor(() => expect(registrations.at(-1)?.userId).toBeNull())
})

it('closes notifications of a listener who logs out, and not before (NOT-03, READ-70)', async () => {
  begin('granted')
  await server.signIn()
  await start()
  browser.show('New album: First')
  await start()
  expect(browser.shown()).toEqual(['New album: First'])
  await logout()
  await waitFor(() => expect(browser.shown()).toEqual([]))
})

it('closes notifications at the next start if the session has ended meanwhile (NOT-03, READ-70)', async () => {
  begin('granted')
  await server.signIn()
  await start()
  browser.show('New album: First')
  // As after a reload.
  const device = localStorage.getItem('device') as string
  await logout()
  await waitFor(() => expect(registrations.at(-1)?.userId).toBeNull())
  localStorage.setItem('device', device)
  browser.show('New album: Second')
  await start()
  expect(browser.shown()).toEqual([])
})

it('unsubscribes while a logout is pending (READ-70)', async () => {
  begin('granted')
  await server.signIn()
  await start()
  await waitFor(() => expect(registrations.at(-1)?.userId).toBe('us1'))
  refusing = true
  await logout()
  await waitFor(() => expect(browser.endpoint()).toBeUndefined())
  browser.end()

  begin(
    'granted',
    mockCall(deleteCookie, () => new Response('{}', { status: 503 })),
  )
  refusing = false
  await server.signIn()
  await start()
  await waitFor(() => expect(browser.endpoint()).toBeDefined())
  registrations = []
  await logout()
  await waitFor(() => expect(browser.endpoint()).toBeUndefined())
  expect(registrations).toEqual([])
})

it('subscribes again if the server has another key (NOT-02)', async () => {
  begin('granted')
  await start()
  pushKey = 'BKey-2_A'
  localStorage.clear()
  queryClient.clear()
  await start()
  expect(registrations.map(({ token }) => token)).toEqual(
    ['https://push.example.org/1', 'https://push.example.org/2'].map(tokenOf),
  )
})

it('only logs that there is no token (NOT-07, ERR-12, PROP-55)', async () => {
  begin('granted')
  browser.pushManager.subscribe.mockRejectedValueOnce(new DOMException('push service error'))
  await start()
  expect(quiet()).toEqual([[NO_TOKEN]])
  pushKey = ''
  queryClient.clear()
  await start()
  expect(quiet()).toEqual([[NO_TOKEN], [NO_TOKEN]])
  browser.end()
  await start()
  expect(quiet()).toEqual([[NO_TOKEN], [NO_TOKEN], [NO_TOKEN]])
  expect(registrations).toEqual([])
  expect(document.body.textContent).toBe('')
})

it('only logs that the server rejects the token, and retries (NOT-08, ERR-13)', async () => {
  begin('granted')
  refusing = true
  await start()
  expect(quiet()).toEqual([[REGISTRATION_FAILED]])
  expect(document.body.textContent).toBe('')
  refusing = false
  await start()
  expect(registrations).toHaveLength(1)
})

it('subscribes again at the next start if the browser has dropped the subscription (NOT-02)', async () => {
  begin('granted')
  await start()
  await (await browser.pushManager.getSubscription())?.unsubscribe()
  await start()
  expect(registrations.map(({ token }) => token)).toEqual(
    ['https://push.example.org/1', 'https://push.example.org/2'].map(tokenOf),
  )
})

it('opens the page of a pressed notification, and confirms it', async () => {
  begin('denied')
  const opened: string[] = []
  await startNotifications(path => opened.push(path))
  const answered = vi.fn()
  const ports = [{ postMessage: answered }] as unknown as MessagePort[]
  const message = Object.assign(new Event('message'), { data: { open: '/albums/al1' }, ports })
  browser.worker.dispatchEvent(message)
  browser.worker.dispatchEvent(Object.assign(new Event('message'), { data: 'else', ports: [] }))
  expect(opened).toEqual(['/albums/al1'])
  expect(answered).toHaveBeenCalledOnce()
})

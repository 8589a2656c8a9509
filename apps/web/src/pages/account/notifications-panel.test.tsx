import { fetchConfiguration } from '@refrain/contract/configuration'
import { updateDeviceToken } from '@refrain/contract/notifications/devices'
import {
  fetchMailPermission,
  fetchPushPermission,
  updateMailPermission,
  updatePushPermission,
} from '@refrain/contract/notifications/permissions'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ownKey } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { mockPush } from '../../testing/mock-push.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

const PUSH = 'Push notifications from artists'
const MAIL = 'Emails about artists and music'
const refused = () => new Response('{"error":"Too many requests"}', { status: 429 })

let server: AccountServer
let browser: ReturnType<typeof mockPush>
/** Ada's stored settings. */
let stored: { fromArtists: boolean; aboutArtistsAndMusic: boolean }
let refusing: boolean
let gate: Promise<void>

beforeEach(() => {
  localStorage.clear()
  stored = { fromArtists: false, aboutArtistsAndMusic: false }
  refusing = false
  gate = Promise.resolve()
})
afterEach(() => {
  cleanup()
  browser.end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens the tab as Ada. */
async function openTab(permission: NotificationPermission = 'granted'): Promise<void> {
  const set = (permissions: Partial<typeof stored>) =>
    refusing ? refused() : Object.assign(stored, permissions)
  browser = mockPush(permission)
  server = mockAccounts(
    mockCall(fetchPushPermission, ({ userId }) => (userId === 'us1' ? stored : refused())),
    mockCall(fetchMailPermission, ({ userId }) => (userId === 'us1' ? stored : refused())),
    mockCall(updatePushPermission, input => set({ [input.type]: input.permission })),
    mockCall(updateMailPermission, input => set({ [input.type]: input.permission })),
    mockCall(updateDeviceToken, () => ({ success: true as const })),
    mockCall(fetchConfiguration, () => ({
      ...{ name: 'Refrain', sample: false, artistsUrl: '/', chatUrl: '/', google: null },
      signUp: 'open' as const,
      sendsEmail: false,
      guests: 'listen' as const,
      pushKey: 'BKey-1_A',
    })),
  )
  const answer = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (/\/update-/.test(String(args[0]))) await gate
    return answer(...args)
  })
  await server.signIn()
  await showPage('/user/us1')
  const tab = await main().findByRole('tab', { name: 'Notifications' })
  fireEvent.mouseDown(tab, { button: 0 })
  await waitFor(() => expect(control(PUSH).hasAttribute('aria-disabled')).toBe(false))
}

const main = () => within(screen.getByRole('main'))
const control = (name: string) => main().getByRole('switch', { name })
const isOn = (name: string) => control(name).getAttribute('aria-checked') === 'true'
const press = (name: string) => fireEvent.click(control(name))
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  return resolve
}

it('has two switches, both off by default (ACC-05, PROP-30, NOT-04, NOT-05, NOT-06)', async () => {
  await openTab()
  expect(main().getAllByRole('switch')).toEqual([control(PUSH), control(MAIL)])
  expect([isOn(PUSH), isOn(MAIL)]).toEqual([false, false])
  expect(server.countCalls(fetchPushPermission)).toBe(1)
  expect(server.countCalls(fetchMailPermission)).toBe(1)
})

it('shows the stored settings (NOT-06)', async () => {
  stored = { fromArtists: true, aboutArtistsAndMusic: true }
  await openTab()
  expect([isOn(PUSH), isOn(MAIL)]).toEqual([true, true])
})

it.each([
  [PUSH, 'fromArtists'],
  [MAIL, 'aboutArtistsAndMusic'],
] as const)(
  '%s is on immediately, then saved, and off again (PROP-30, NOT-04, NOT-05)',
  async (name, type) => {
    await openTab()
    const letGo = hold()
    press(name)
    await waitFor(() => expect(isOn(name)).toBe(true))
    expect(stored[type]).toBe(false)
    letGo()
    await waitFor(() => expect(stored[type]).toBe(true))
    press(name)
    await waitFor(() => expect(stored[type]).toBe(false))
    expect(isOn(name)).toBe(false)
  },
)

it.each([PUSH, MAIL])('switches %s back with one line if the call fails (PROP-30, READ-59)', async name => {
  await openTab()
  refusing = true
  const letGo = hold()
  press(name)
  await waitFor(() => expect(isOn(name)).toBe(true))
  letGo()
  await waitFor(() => expect(isOn(name)).toBe(false))
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})

it('applies changes made elsewhere (NOT-06)', async () => {
  await openTab()
  stored.fromArtists = true
  await act(() => queryClient.invalidateQueries({ queryKey: ownKey('ada', 'notifications') }))
  await waitFor(() => expect(isOn(PUSH)).toBe(true))
})

it('asks for the permission when push is switched on (NOT-01, NOT-02)', async () => {
  await openTab('default')
  press(MAIL)
  expect(browser.notification.requestPermission).not.toHaveBeenCalled()
  press(PUSH)
  // Within the user activation of the press.
  expect(browser.notification.requestPermission).toHaveBeenCalledOnce()
  await waitFor(() => expect(stored.fromArtists).toBe(true))
  // The permission is still undecided, so the button stays and keeps the focus.
  browser.notification.requestPermission.mockImplementationOnce(async () => {
    browser.notification.permission = 'granted'
    return 'granted'
  })
  const again = await main().findByRole('button', { name: 'Allow in this browser' })
  again.focus()
  fireEvent.click(again)
  await waitFor(() => expect(document.activeElement).toBe(control(PUSH)))
  expect(main().queryByRole('button', { name: 'Allow in this browser' })).toBeNull()
  await waitFor(() => expect(server.countCalls(updateDeviceToken)).toBe(1))
})

it('stores the setting even if this browser cannot show notifications, and says so (ACC-05, READ-69)', async () => {
  await openTab('denied')
  expect(
    main().queryByText('Notifications are blocked in this browser. Allow them in its settings.'),
  ).toBeNull()
  press(PUSH)
  await main().findByText('Notifications are blocked in this browser. Allow them in its settings.')
  await waitFor(() => expect(stored.fromArtists).toBe(true))
  expect(browser.notification.requestPermission).not.toHaveBeenCalled()
})

import { COOKIE_NAMES, deleteCookie } from '@refrain/contract/account/cookies'
import { deleteUser, fetchOwnUser } from '@refrain/contract/account/own-account'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { player } from '../listening/engine/player.ts'
import { type AccountServer, mockAccounts } from '../testing/mock-accounts.ts'
import { mockCall } from '../testing/mock-calls.ts'
import { showPage } from '../testing/show-page.tsx'
import { readToken } from './session.ts'

vi.mock('../listening/engine/player.ts')

let server: AccountServer
beforeEach(async () => {
  server = mockAccounts()
  await server.signIn()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

async function choose(item: string): Promise<void> {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Account' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

const question = () => screen.findByRole('dialog', { name: 'Do you really want to Logout?' })
const press = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('button', { name }))

it('replaces Signup and Login, and loads the listener (LAY-15, LAY-17, LAY-18, AUTH-06, STO-02, STO-26)', async () => {
  await showPage('/contact')
  const button = await screen.findByRole('button', { name: 'Account' })
  const bar = within(screen.getByRole('banner'))
  expect(bar.queryByRole('link', { name: 'Login' })).toBeNull()
  expect(bar.queryByRole('link', { name: 'Signup' })).toBeNull()
  await waitFor(() => expect(button.textContent).toBe('A'))
  expect(localStorage.getItem('userId')).toBe('us1')
  await waitFor(() => expect(server.cookies.get('userId')).toBe('us1'))
  fireEvent.keyDown(button, { key: 'Enter' })
  expect((await screen.findByRole('menu')).textContent).toBe('Adaada@example.orgProfileLogoutDelete Account')
})

it('opens the own profile, even before the user id is known (LAY-16, ROLE-04)', async () => {
  const router = await showPage('/contact')
  await choose('Profile')
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/us1'))
})

it('gives the focus to the chosen page, or back to its button (PROP-59)', async () => {
  // Its chunk is already loaded.
  const router = await showPage('/user/us1')
  await act(() => router.navigate('/contact'))
  await choose('Profile')
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/us1'))
  // Radix returns the focus in a separate task.
  await act(() => new Promise(done => setTimeout(done, 20)))
  await screen.findByRole('heading', { level: 1, name: 'My Account' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
  const button = await screen.findByRole('button', { name: 'Account' })
  fireEvent.keyDown(button, { key: 'Enter' })
  fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('opens by the keyboard at its first entry, and closes when the button is pressed again', async () => {
  await showPage('/contact')
  const button = await screen.findByRole('button', { name: 'Account' })
  fireEvent.click(button, { detail: 0 })
  const first = await screen.findByRole('menuitem', { name: 'Profile' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(first, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  fireEvent.pointerEnter(button)
  fireEvent.pointerDown(button)
  fireEvent.click(button, { detail: 1 })
  await screen.findByRole('menu', { name: 'Account' })
  fireEvent.pointerDown(button)
  fireEvent.click(button, { detail: 1 })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it.each([
  ['https://lh3.googleusercontent.com/a/ada=s96-c', 'https://lh3.googleusercontent.com/a/ada=s96-c'],
  ['k3f.jpg', '/profile_path/user_profile/us1/k3f-256.webp'],
])(
  'shows the picture %s of the listener, or the initial if it does not load (AUTH-11, MED-06, MED-08, READ-36)',
  async (picturePath, source) => {
    cleanup()
    const ada = { id: 'us1', name: 'Ada', email: 'ada@example.org', picturePath, isProviderAccount: true }
    server = mockAccounts(mockCall(fetchOwnUser, () => ada))
    await server.signIn()
    await showPage('/contact')
    const button = await screen.findByRole('button', { name: 'Account' })
    const picture = await waitFor(() => button.querySelector('img') ?? Promise.reject(new Error('none')))
    expect(picture.getAttribute('src')).toBe(source)
    expect(button.textContent).toBe('')
    fireEvent.error(picture)
    expect(button.querySelector('img')).toBeNull()
    expect(button.textContent).toBe('A')
  },
)

it('asks before logging out; Cancel, a click outside, Escape and scroll close the dialog (AUTH-12 to AUTH-15, READ-47, PROP-61)', async () => {
  await showPage('/contact')
  const ways: ((dialog: HTMLElement) => void)[] = [
    dialog => press(dialog, 'Cancel'),
    dialog => fireEvent.click(dialog),
    dialog => fireEvent(dialog, new Event('cancel')),
    () => fireEvent.scroll(window),
  ]
  for (const close of ways) {
    await choose('Logout')
    const dialog = await question()
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(button => button.textContent),
    ).toEqual(['Cancel', 'Logout'])
    fireEvent.click(within(dialog).getByRole('heading'))
    fireEvent.scroll(dialog)
    expect(dialog.isConnected).toBe(true)
    close(dialog)
    expect(dialog.isConnected).toBe(false)
  }
  expect(await readToken()).toBe('ada')
})

it('clears cookies and local storage, stops playback, and opens /login (AUTH-16 to AUTH-18, PROP-29, PROP-49)', async () => {
  const stop = vi.spyOn(player, 'stop')
  const router = await showPage('/contact')
  for (const name of [...COOKIE_NAMES, 'shuffledTracks_al1', 'shuffledTracks_user'])
    server.cookies.set(name, 'kept')
  for (const key of ['volume', 'recent', 'shuffledTracks_al1', 'shuffledTracks_user'])
    localStorage.setItem(key, 'kept')
  await choose('Logout')
  press(await question(), 'Logout')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect([...server.cookies.keys()]).toEqual([])
  expect(server.countCalls(deleteCookie)).toBe(1)
  expect(localStorage.length).toBe(0)
  expect(await readToken()).toBeNull()
  expect(stop).toHaveBeenCalled()
  expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeDefined()
})

it('opens /login even if clearing the cookies fails (AUTH-18)', async () => {
  const router = await showPage('/contact')
  await choose('Logout')
  const dialog = await question()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  press(dialog, 'Logout')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  // Only the prefix of the token whose cookie is still set.
  expect({ ...localStorage }).toEqual({ left: 'ada' })
})

it('opens /login even if the browser refuses to clear local storage (AUTH-18)', async () => {
  const router = await showPage('/contact')
  await choose('Logout')
  const refused = vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  press(await question(), 'Logout')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  refused.mockRestore()
})

it('cannot be closed once Logout is pressed (AUTH-13, AUTH-18)', async () => {
  await showPage('/contact')
  await choose('Logout')
  const dialog = await question()
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  press(dialog, 'Logout')
  press(dialog, 'Cancel')
  fireEvent.click(dialog)
  fireEvent.scroll(window)
  const key = new Event('cancel', { cancelable: true })
  fireEvent(dialog, key)
  expect(key.defaultPrevented).toBe(true)
  expect(dialog.getAttribute('closedby')).toBe('none')
  expect(dialog.isConnected).toBe(true)
  expect(within(dialog).getByRole('button', { name: 'Cancel' }).getAttribute('aria-disabled')).toBe('true')
  resolve(new Response('{"success":true}'))
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

it('shows an icon if the name is empty', async () => {
  cleanup()
  const nameless = {
    id: 'us1',
    name: ' ',
    email: 'ada@example.org',
    picturePath: '',
    isProviderAccount: false,
  }
  server = mockAccounts(mockCall(fetchOwnUser, () => nameless))
  await server.signIn()
  await showPage('/contact')
  const button = await screen.findByRole('button', { name: 'Account' })
  await waitFor(() => expect(localStorage.getItem('userId')).toBe('us1'))
  expect(button.querySelector('svg')).not.toBeNull()
})

it('asks before deleting the account, and Cancel deletes nothing (AUTH-19 to AUTH-21)', async () => {
  await showPage('/contact')
  await choose('Delete Account')
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you absolutely sure?' })
  expect(dialog.textContent).toBe(
    'Are you absolutely sure?This action cannot be undone. This will permanently delete your account and remove your data from our servers.CancelDelete',
  )
  press(dialog, 'Cancel')
  expect(dialog.isConnected).toBe(false)
  expect(server.countCalls(deleteUser)).toBe(0)
})

it('deletes the account and logs out (AUTH-22, AUTH-23)', async () => {
  const router = await showPage('/contact')
  await choose('Delete Account')
  press(await screen.findByRole('alertdialog'), 'Delete')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(server.countCalls(deleteUser)).toBe(1)
  expect(server.cookies.size).toBe(0)
  expect(await readToken()).toBeNull()
})

it('does nothing if the account cannot be deleted (ERR-06, READ-48)', async () => {
  cleanup()
  const refuse = vi.fn(() => new Response('{"error":"Sorry"}', { status: 500 }))
  server = mockAccounts(mockCall(deleteUser, refuse))
  await server.signIn()
  const router = await showPage('/contact')
  await choose('Delete Account')
  press(await screen.findByRole('alertdialog'), 'Delete')
  await waitFor(() => expect(refuse).toHaveBeenCalled())
  await act(async () => {})
  expect(router.state.location.pathname).toBe('/contact')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await readToken()).toBe('ada')
})

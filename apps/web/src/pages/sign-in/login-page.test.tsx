import { login, loginWithGoogle } from '@refrain/contract/account/sign-in'
import { CODE_NEEDED } from '@refrain/contract/account/totp'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { captureGoogleResponse, hasGoogleResponse } from '../../account/google/google-response.ts'
import { readToken } from '../../account/session.ts'
import { type AccountServer, fill, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

let server: AccountServer
beforeEach(() => {
  server = mockAccounts()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const press = () => fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }))
const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')

it('takes email and password, with hints for keyboards and password managers (ROUTE-21, AUTH-01)', async () => {
  await showPage('/login')
  expect(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeDefined()
  expect(email()).toMatchObject({ type: 'email', autocomplete: 'username webauthn' })
  expect(password()).toMatchObject({ type: 'password', autocomplete: 'current-password' })
  await waitFor(() => expect(document.title).toBe('Login'))
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password()).toMatchObject({ type: 'text' })
})

it('shows errors below each field on submit, then while typing (VAL-01, VAL-02, CON-05, PROP-33)', async () => {
  await showPage('/login')
  fill({ Email: 'ada@', Password: 'short' })
  expect(screen.queryByText(/Invalid|at least/)).toBeNull()
  press()
  expect(email().getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(email())).toBe('Invalid Email Address!')
  expect(describedBy(password())).toBe('Password must be at least 8 characters long!')
  expect(document.activeElement).toBe(email())
  fill({ Email: 'ada@example.org', Password: '1234567' })
  expect(email().hasAttribute('aria-invalid')).toBe(false)
  expect(screen.queryByText('Invalid Email Address!')).toBeNull()
  expect(describedBy(password())).toBe('Password must be at least 8 characters long!')
  press()
  expect(document.activeElement).toBe(password())
  fill({ Password: '12345678' })
  expect(screen.queryByText(/at least/)).toBeNull()
  expect(server.countCalls(login)).toBe(0)
})

it('limits the length of its fields, but not of the password (VAL-20)', async () => {
  await showPage('/login')
  expect(email()).toMatchObject({ maxLength: 254 })
  fill({ Email: 'ada@example.org', Password: 'x'.repeat(129) })
  press()
  expect(describedBy(password())).toBe('String must contain at most 128 character(s)')
  fill({ Password: 'x'.repeat(128) })
  expect(password().hasAttribute('aria-invalid')).toBe(false)
  expect(server.countCalls(login)).toBe(0)
})

it('shows the message of a field before the field gets the focus (PROP-33)', async () => {
  await showPage('/login')
  const messages: unknown[] = []
  email().addEventListener('focus', () => messages.push(describedBy(email())))
  press()
  expect(messages).toEqual(['Invalid Email Address!'])
})

it('announces a repeated failure again (NOT-09)', async () => {
  await showPage('/login')
  const google = screen.getByRole('button', { name: 'Continue with Google' })
  fireEvent.click(google)
  const first = await screen.findByRole('alert')
  fireEvent.click(google)
  await waitFor(() => expect(first.isConnected).toBe(false))
  expect(screen.getByRole('alert').textContent).toBe(first.textContent)
})

it('signs in once however often it is pressed, and opens / (AUTH-07 to AUTH-09)', async () => {
  const router = await showPage('/login')
  fill({ Email: 'ada@example.org', Password: 'correct horse' })
  press()
  press()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(server.countCalls(login)).toBe(1)
  expect(server.cookies.get('token')).toBe('ada')
  expect(localStorage.getItem('token')).toBe('ada')
})

it('shows a rejection for 3 seconds (ERR-02, NOT-09, CON-17, PROP-33)', async () => {
  await showPage('/login')
  vi.useFakeTimers()
  fill({ Email: 'ada@example.org', Password: 'wrong horse' })
  await act(async () => {
    press()
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(screen.getByRole('alert').textContent).toBe('Invalid Credentials')
  await pass(2999)
  expect(screen.getByRole('alert')).toBeDefined()
  await pass(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('goes back from the code to the email, which it keeps and focuses', async () => {
  const refusal = () => new Response(JSON.stringify({ error: CODE_NEEDED }), { status: 401 })
  mockAccounts(mockCall(login, refusal))
  await showPage('/login')
  fill({ Email: 'ada@example.org', Password: 'correct horse' })
  press()
  const code = await screen.findByLabelText(/^Code/)
  expect(document.activeElement).toBe(code)
  fireEvent.click(screen.getByRole('button', { name: 'Go back' }))
  expect(document.activeElement).toBe(email())
  expect([email(), password()]).toMatchObject([{ value: 'ada@example.org' }, { value: '' }])
})

const GOOGLE = { clientId: 'refrain', address: 'https://accounts.example/authorize' }
const configuration = {
  name: 'Refrain',
  sample: false,
  artistsUrl: '/',
  chatUrl: '/',
  signUp: 'open',
  sendsEmail: false,
  guests: 'listen',
  pushKey: '',
} as const
const setUp = () => mockCall(fetchConfiguration, () => ({ ...configuration, google: GOOGLE }))
const away = () => mockCall(fetchConfiguration, () => new Response('{}', { status: 503 }))

it.each<[string, () => void]>([
  ['it is not set up', () => {}],
  ['the server does not answer', () => mockAccounts(away())],
  [
    'the browser cannot hash, as in an insecure context',
    () => {
      mockAccounts(setUp())
      vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes })
    },
  ],
  [
    'the browser keeps nothing',
    () => {
      mockAccounts(setUp())
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('', 'SecurityError')
      })
    },
  ],
])(
  'Continue with Google shows an error for 3 seconds if %s (AUTH-03, ERR-05, PROP-34)',
  async (_, prepare) => {
    prepare()
    await showPage('/login')
    const google = screen.getByRole('button', { name: 'Continue with Google' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(google)
    while (!screen.queryByRole('alert')) await act(() => new Promise(resolve => setImmediate(resolve)))
    expect(screen.getByRole('alert').textContent).toBe('Some error occurred! Please try again')
    await pass(2999)
    expect(screen.getByRole('alert')).toBeDefined()
    await pass(1)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it.each(['state=nobodys&id_token=a.b.c', 'error=access_denied&state=nobodys'])(
  'rejects an unsolicited answer of Google and sends nothing: %s (ERR-05)',
  async answer => {
    history.replaceState(null, '', `/login#${answer}`)
    captureGoogleResponse()
    expect(location.href).toMatch(/\/login$/)
    await showPage('/login')
    expect((await screen.findByRole('alert')).textContent).toBe('Some error occurred! Please try again')
    expect(server.countCalls(loginWithGoogle)).toBe(0)
    expect(await readToken()).toBeNull()
  },
)

it('keeps any other fragment of the address', () => {
  for (const address of ['/login#main', '/#state=a&id_token=b']) {
    history.replaceState(null, '', address)
    captureGoogleResponse()
    expect(location.href.endsWith(address)).toBe(true)
  }
  expect(hasGoogleResponse()).toBe(false)
  history.replaceState(null, '', '/')
})

it.each(['/login', '/signup'])('%s redirects members to / (PROP-36)', async address => {
  await server.signIn()
  const router = await showPage('/artists')
  await router.navigate(address)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

function describedBy(field: HTMLElement): string | null | undefined {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
}

import { createUser } from '@refrain/contract/account/sign-in'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AccountServer, fill, mockAccounts } from '../../testing/mock-accounts.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

let server: AccountServer
beforeEach(() => {
  server = mockAccounts()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const press = () => fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Signup' }))

it('takes name, email and password, and links to Login and back (ROUTE-22, AUTH-02, AUTH-03)', async () => {
  const router = await showPage('/signup')
  expect(screen.getByRole('heading', { level: 1, name: 'Signup' })).toBeDefined()
  expect(screen.getByLabelText('Name')).toMatchObject({ type: 'text', autocomplete: 'name' })
  expect(screen.getByLabelText('Email')).toMatchObject({ type: 'email', autocomplete: 'email' })
  expect(screen.getByLabelText('Password')).toMatchObject({ autocomplete: 'new-password' })
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeDefined()
  await waitFor(() => expect(document.title).toBe('Signup'))
  const within = screen.getByRole('main')
  fireEvent.click(within.querySelector('a[href="/login"]') as Element)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await screen.findByRole('heading', { name: 'Login' })
  expect(screen.getByRole('main').querySelector('a[href="/signup"]')).not.toBeNull()
})

it('shows errors below each field (VAL-03 to VAL-05, CON-05, CON-06, PROP-33)', async () => {
  await showPage('/signup')
  fill({ Name: ' A ', Email: 'nowhere', Password: '1234567' })
  press()
  for (const [label, message] of [
    ['Name', 'Username must be at least 3 characters long!'],
    ['Email', 'Invalid Email Address!'],
    ['Password', 'Password must be at least 8 characters long!'],
  ] as const) {
    const field = screen.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const error = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(error?.textContent).toBe(message)
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(server.countCalls(createUser)).toBe(0)
})

it('limits the length of its fields, but not of the password (VAL-20)', async () => {
  await showPage('/signup')
  expect(screen.getByLabelText('Name')).toMatchObject({ maxLength: 60 })
  expect(screen.getByLabelText('Email')).toMatchObject({ maxLength: 254 })
  const most = { Name: 60, Email: 254, Password: 128 }
  // Password managers may exceed maxLength.
  fill({ Name: 'x'.repeat(61), Email: longEmail(255), Password: 'x'.repeat(129) })
  press()
  for (const [label, characters] of Object.entries(most)) {
    const error = document.getElementById(`${screen.getByLabelText(label).id}-wrong`)
    expect(error?.textContent).toBe(`String must contain at most ${characters} character(s)`)
  }
  fill({ Name: 'x'.repeat(60), Email: longEmail(254), Password: 'x'.repeat(128) })
  expect(screen.queryByText(/at most/)).toBeNull()
  expect(server.countCalls(createUser)).toBe(0)
})

const longEmail = (characters: number) => `${'a@'.padEnd(characters - 4, 'example.')}.org`

it('signs in with the new account and opens / (AUTH-07 to AUTH-09)', async () => {
  const router = await showPage('/signup')
  fill({ Name: 'Grace', Email: 'grace@example.org', Password: 'correct horse' })
  press()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(localStorage.getItem('token')).toBe('new')
})

it('shows Invalid Email if the server reports errors, and keeps the input (ERR-04, READ-23)', async () => {
  await showPage('/signup')
  fill({ Name: 'Ada', Email: 'ada@example.org', Password: 'correct horse' })
  press()
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid Email')
  expect(screen.getByLabelText('Email')).toMatchObject({ value: 'ada@example.org' })
  expect(screen.getByLabelText('Password')).toMatchObject({ value: 'correct horse' })
})

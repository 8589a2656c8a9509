import { confirmSignIn } from '@refrain/contract/account/confirm-sign-in'
import { fetchKeys } from '@refrain/contract/account/keys'
import { deleteUser, fetchOwnUser } from '@refrain/contract/account/own-account'
import { RECENT_SIGN_IN_NEEDED } from '@refrain/contract/account/session'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockAccounts, PASSWORD } from '../../testing/mock-accounts.ts'
import { type MockCall, mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'
import { readToken } from '../session.ts'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const refuse = (error: string) => new Response(JSON.stringify({ error }), { status: 403 })

/** Ada deletes her account, long after she has signed in. */
async function deleteAccount(hasPassword = true, more: readonly MockCall[] = []) {
  let isConfirmed = false
  const server = mockAccounts(
    ...more,
    mockCall(fetchKeys, () => ({
      isEmailVerified: true,
      hasPassword,
      hasTotp: false,
      recoveryCodes: 0,
      passkeys: 0,
    })),
    mockCall(confirmSignIn, ({ password }) => {
      if (password !== PASSWORD) return refuse('The password is wrong.')
      isConfirmed = true
      return { success: true as const }
    }),
    mockCall(deleteUser, () => (isConfirmed ? { success: true as const } : refuse(RECENT_SIGN_IN_NEEDED))),
  )
  await server.signIn()
  const router = await showPage('/user/us1')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  return { server, router, dialog }
}

it('asks for the password and continues', async () => {
  const { server, router, dialog } = await deleteAccount()
  const field = await dialog.findByLabelText('Password', { selector: 'input' })
  fireEvent.input(field, { target: { value: 'wrong horse' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('The password is wrong.')).toBeDefined()
  fireEvent.input(field, { target: { value: PASSWORD } })
  fireEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(server.countCalls(deleteUser)).toBe(2)
  expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull()
})

it('changes nothing if the listener cancels', async () => {
  const { server, dialog } = await deleteAccount()
  fireEvent.click(await dialog.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  expect(server.countCalls(deleteUser)).toBe(1)
  expect(await readToken()).toBe('ada')
})

it('has listeners without a password log in again', async () => {
  const { router, dialog } = await deleteAccount(false)
  fireEvent.click(await dialog.findByRole('button', { name: 'Log in again' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(await readToken()).toBeNull()
})

it.each([
  ['with an identity provider', true],
  ['without one', false],
])('offers a passkey, and another login only if there is one: %s', async (_, isProviderAccount) => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', class {})
  const { dialog } = await deleteAccount(false, [
    mockCall(fetchKeys, () => ({
      ...{ isEmailVerified: true, hasPassword: false, hasTotp: false, recoveryCodes: 0 },
      passkeys: 1,
    })),
    mockCall(fetchOwnUser, () => ({
      ...{ id: 'us1', name: 'Ada', email: 'ada@example.org', picturePath: '' },
      isProviderAccount,
    })),
    mockCall(fetchConfiguration, () => ({
      ...{ name: 'Refrain', sample: false, artistsUrl: '/', chatUrl: '/', signUp: 'open' as const },
      ...{ sendsEmail: false, guests: 'listen' as const, pushKey: '' },
      google: { clientId: 'id', address: 'https://id.example.org' },
    })),
  ])
  expect(await dialog.findByRole('button', { name: 'Use a passkey' })).toBeDefined()
  const logIn = { name: 'Log in again' }
  if (isProviderAccount) expect(await dialog.findByRole('button', logIn)).toBeDefined()
  else expect(dialog.queryByRole('button', logIn)).toBeNull()
  expect(dialog.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1)
})

import { confirmSignIn } from '@refrain/contract/account/confirm-sign-in'
import { fetchKeys } from '@refrain/contract/account/keys'
import { deleteUser } from '@refrain/contract/account/own-account'
import { RECENT_SIGN_IN_NEEDED } from '@refrain/contract/account/session'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockAccounts, PASSWORD } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
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
async function deleteAccount(hasPassword = true) {
  let isConfirmed = false
  const server = mockAccounts(
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

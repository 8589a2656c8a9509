import { updatePassword } from '@refrain/contract/account/own-account'
import {
  addPasskey,
  fetchPasskeys,
  LAST_WAY_TO_SIGN_IN,
  type Passkey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@refrain/contract/account/passkeys'
import type { InputOf } from '@refrain/contract/operation'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fill, mockAccounts, PASSWORD } from '../../../testing/mock-accounts.ts'
import { mockCall } from '../../../testing/mock-calls.ts'
import { showPage } from '../../../testing/show-page.tsx'

vi.mock('../../../listening/engine/player.ts')
const device = vi.hoisted(() => ({ isAble: true, failure: undefined as Error | undefined }))
vi.mock('@simplewebauthn/browser', () => ({
  browserSupportsWebAuthn: () => device.isAble,
  browserSupportsWebAuthnAutofill: async () => false,
  async startRegistration() {
    if (device.failure) throw device.failure
    return { id: 'new', response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
  },
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony() {} },
}))

beforeEach(() => {
  Object.assign(device, { isAble: true, failure: undefined })
  vi.stubGlobal('isSecureContext', true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const PHONE: Passkey = {
  ...{ id: 'k1', name: 'Phone', isSynced: true, worksHere: true },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: '2026-01-02T00:00:00.000Z' },
}
const LAPTOP = { ...PHONE, id: 'k2', name: 'Laptop', lastUsedAt: null, worksHere: false }
const OPTIONS = {
  rp: { id: 'localhost', name: 'Refrain' },
  user: { id: 'dXMx', name: 'ada@example.org', displayName: 'Ada' },
  ...{ challenge: 'AAAA', pubKeyCredParams: [], timeout: 1, excludeCredentials: [] },
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
}
const done = { success: true as const }

/** Changes of the password. */
const changes: InputOf<typeof updatePassword>[] = []
beforeEach(() => void changes.splice(0))

/** Opens the Password tab of Ada. */
async function openSection(given: readonly Passkey[]) {
  const passkeys = [...given]
  const server = mockAccounts(
    mockCall(fetchPasskeys, () => ({ passkeys })),
    mockCall(startPasskey, () => OPTIONS),
    mockCall(updatePassword, input => {
      changes.push(input)
      return { ...done, token: 'renewed' }
    }),
    mockCall(addPasskey, ({ passkey }) => {
      passkeys.push({ ...PHONE, id: passkey.id, name: 'iCloud Keychain', lastUsedAt: null })
      return passkeys.at(-1)
    }),
    mockCall(renamePasskey, ({ id, name }) => {
      Object.assign(passkeys.find(each => each.id === id) ?? {}, { name })
      return done
    }),
    mockCall(removePasskey, ({ id }) => {
      if (passkeys.length === 1)
        return new Response(JSON.stringify({ error: LAST_WAY_TO_SIGN_IN }), { status: 409 })
      passkeys.splice(
        passkeys.findIndex(each => each.id === id),
        1,
      )
      return done
    }),
  )
  await server.signIn()
  await showPage('/user/us1')
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Password' }), { button: 0 })
  return within(await screen.findByRole('region', { name: 'Passkeys' }))
}

it('lists passkeys with when they were added and used, and adds one', async () => {
  const section = await openSection([{ ...PHONE }, { ...LAPTOP }])
  const rows = await section.findAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(/^PhoneAdded .* · Last used /)
  expect(rows[1]?.textContent).toMatch(/^LaptopAdded .* · Never used · Works at another address/)
  fireEvent.click(section.getByRole('button', { name: 'Add a passkey' }))
  expect(await section.findByText('iCloud Keychain')).toBeDefined()
})

it('says so if the device has a passkey already, and nothing if the listener cancels', async () => {
  const section = await openSection([{ ...PHONE }])
  const add = () => fireEvent.click(section.getByRole('button', { name: 'Add a passkey' }))
  device.failure = Object.assign(new Error('cancelled'), { name: 'NotAllowedError' })
  add()
  await waitFor(() => expect(section.getByRole('button', { name: 'Add a passkey' }).ariaDisabled).toBe(null))
  expect(screen.queryByRole('alert')).toBeNull()
  device.failure = Object.assign(new Error('known'), { name: 'InvalidStateError' })
  add()
  expect((await screen.findByRole('alert')).textContent).toContain('has a passkey for your account already')
})

it('renames a passkey', async () => {
  const section = await openSection([{ ...PHONE }])
  fireEvent.click(await section.findByRole('button', { name: 'Rename Phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename passkey' }))
  const name = dialog.getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Phone')
  fireEvent.input(name, { target: { value: ' ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter a name.')).toBeDefined()
  fireEvent.input(name, { target: { value: 'Old phone' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await section.findByText('Old phone')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('removes a passkey after a question, and says what to do if it is the last way to log in', async () => {
  const section = await openSection([{ ...PHONE }, { ...LAPTOP }])
  const remove = async (name: string) => {
    fireEvent.click(await section.findByRole('button', { name: `Remove ${name}` }))
    const dialog = within(await screen.findByRole('alertdialog', { name: `Remove “${name}”?` }))
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    return dialog
  }
  await remove('Laptop')
  await waitFor(() => expect(section.queryByText('Laptop')).toBeNull())
  expect(document.activeElement).toBe(section.getByRole('heading', { name: 'Passkeys' }))
  const refused = await remove('Phone')
  expect(await refused.findByText(LAST_WAY_TO_SIGN_IN)).toBeDefined()
  fireEvent.click(refused.getByRole('button', { name: 'Cancel' }))
  expect(section.getByText('Phone')).toBeDefined()
})

it('offers none where the browser has none', async () => {
  device.isAble = false
  const section = await openSection([])
  expect(section.getByText(/cannot be used here/)).toBeDefined()
  expect(section.queryByRole('button')).toBeNull()
})

it('offers to remove them with a change of the password', async () => {
  await openSection([{ ...PHONE }])
  const box = await screen.findByLabelText<HTMLInputElement>('Also remove my passkeys')
  expect(box.checked).toBe(false)
  const change = async () => {
    const count = changes.length
    fill({ 'Current password': PASSWORD, 'New password': 'difference engine' })
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(changes).toHaveLength(count + 1))
    expect(await screen.findByText('Password updated successfully!')).toBeDefined()
  }
  await change()
  expect(changes[0]?.removesPasskeys).toBeUndefined()
  fireEvent.click(box)
  await change()
  expect(changes[1]?.removesPasskeys).toBe(true)
})

it('offers to remove none where there are none', async () => {
  const section = await openSection([])
  await waitFor(() => expect(section.queryByRole('status')).toBeNull())
  expect(screen.queryByLabelText('Also remove my passkeys')).toBeNull()
})

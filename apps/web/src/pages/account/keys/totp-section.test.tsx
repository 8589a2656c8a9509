import { fetchKeys } from '@refrain/contract/account/keys'
import { login } from '@refrain/contract/account/sign-in'
import {
  CODE_NEEDED,
  CODE_WRONG,
  createRecoveryCodes,
  disableTotp,
  enableTotp,
  startTotp,
} from '@refrain/contract/account/totp'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fill, mockAccounts } from '../../../testing/mock-accounts.ts'
import { mockCall } from '../../../testing/mock-calls.ts'
import { showPage } from '../../../testing/show-page.tsx'

vi.mock('../../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const CODE = '123456'
const refuse = (status: number, error: string) => new Response(JSON.stringify({ error }), { status })
const codesOf = (name: string) => ({ recoveryCodes: Array.from({ length: 10 }, (_, n) => `${name}-${n}`) })

/** Opens the Password tab of Ada. */
async function openSection(hasTotp: boolean) {
  const keys = {
    isEmailVerified: true,
    hasPassword: true,
    hasTotp,
    recoveryCodes: hasTotp ? 9 : 0,
    passkeys: 0,
  }
  const server = mockAccounts(
    mockCall(fetchKeys, () => keys),
    mockCall(startTotp, () => ({
      secret: 'ABCDEFGHIJKLMNOP',
      address: 'otpauth://totp/Refrain:ada?secret=A',
    })),
    mockCall(enableTotp, ({ code }) => {
      if (code !== CODE) return refuse(403, CODE_WRONG)
      Object.assign(keys, { hasTotp: true, recoveryCodes: 10 })
      return codesOf('first')
    }),
    mockCall(createRecoveryCodes, () => codesOf('next')),
    mockCall(disableTotp, () => {
      keys.hasTotp = false
      return { success: true as const }
    }),
  )
  await server.signIn()
  await showPage('/user/us1')
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Password' }), { button: 0 })
  return within(await screen.findByRole('region', { name: 'Two-step login' }))
}

it('shows a QR code and the key, takes the first code, and shows the recovery codes', async () => {
  const section = await openSection(false)
  fireEvent.click(section.getByRole('button', { name: 'Set up two-step login' }))
  const setUp = within(await screen.findByRole('alertdialog', { name: 'Set up two-step login' }))
  const code = setUp.getByRole('img', { name: 'QR code for your authenticator app' })
  // Black on white, whatever the theme: readers need the contrast.
  expect(code.querySelector('rect')?.getAttribute('fill')).toBe('#fff')
  expect(setUp.getByText('ABCD EFGH IJKL MNOP')).toBeDefined()
  fireEvent.click(setUp.getByRole('button', { name: 'Turn on' }))
  expect(await setUp.findByText('Enter a code.')).toBeDefined()
  fill({ Code: '000000' })
  fireEvent.click(setUp.getByRole('button', { name: 'Turn on' }))
  expect(await setUp.findByText(CODE_WRONG)).toBeDefined()
  fill({ Code: CODE })
  fireEvent.click(setUp.getByRole('button', { name: 'Turn on' }))
  const codes = within(await screen.findByRole('alertdialog', { name: 'Recovery codes' }))
  expect(codes.getAllByRole('listitem').map(item => item.textContent)).toEqual(codesOf('first').recoveryCodes)
  fireEvent.click(codes.getByRole('button', { name: 'I have stored them' }))
  expect(await section.findByText(/10 recovery codes/)).toBeDefined()
})

it('makes new recovery codes, and is turned off', async () => {
  const section = await openSection(true)
  expect(section.getByText(/9 recovery codes/)).toBeDefined()
  fireEvent.click(section.getByRole('button', { name: 'New recovery codes' }))
  const codes = within(await screen.findByRole('alertdialog', { name: 'Recovery codes' }))
  expect(codes.getByText('next-9')).toBeDefined()
  fireEvent.click(codes.getByRole('button', { name: 'I have stored them' }))
  fireEvent.click(section.getByRole('button', { name: 'Turn off' }))
  expect(await section.findByRole('button', { name: 'Set up two-step login' })).toBeDefined()
})

it('asks for a code after the password at login', async () => {
  const given: unknown[] = []
  mockAccounts(
    mockCall(login, input => {
      given.push(input.code)
      if (input.code === undefined) return refuse(401, CODE_NEEDED)
      return input.code === CODE ? { token: 'ada' } : refuse(401, CODE_WRONG)
    }),
  )
  const router = await showPage('/login')
  const press = () => fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }))
  fill({ Email: 'ada@example.org', Password: 'correct horse' })
  press()
  const field = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(field)
  fill({ Code: '000000' })
  press()
  expect((await screen.findByRole('alert')).textContent).toBe(CODE_WRONG)
  fill({ Code: CODE })
  press()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(given).toEqual([undefined, '000000', CODE])
})

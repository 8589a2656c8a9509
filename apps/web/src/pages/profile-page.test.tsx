import { fetchKeys } from '@refrain/contract/account/keys'
import {
  deleteUser,
  fetchOwnUser,
  updatePassword,
  updateUsername,
  updateUserProfilePath,
} from '@refrain/contract/account/own-account'
import { deleteListens } from '@refrain/contract/listening/listens'
import { uploadUserPicPath, uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import type { InputOf, OutputOf } from '@refrain/contract/operation'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AccountServer, fill, mockAccounts } from '../testing/mock-accounts.ts'
import { type MockCall, mockCall } from '../testing/mock-calls.ts'
import { showPage } from '../testing/show-page.tsx'

// The picture chooser has its own tests; here, a button yields one picture.
vi.mock('../listening/engine/player.ts')
vi.mock('../media/upload/picture-chooser.tsx', () => ({
  default: (props: { wrongType: string; onPicture(jpeg: Blob): Promise<void>; children: never }) => (
    <>
      <button type="button" onClick={() => void props.onPicture(new Blob(['jpeg'])).catch(() => {})}>
        {props.wrongType}
      </button>
      {props.children}
    </>
  ),
}))

let user: { id: string; name: string; email: string; picturePath: string; isProviderAccount: boolean }
let server: AccountServer
beforeEach(() => {
  user = { id: 'us1', name: 'Ada', email: 'ada@example.org', picturePath: '', isProviderAccount: false }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const changed = (more: Partial<typeof user>) => {
  user = { ...user, ...more }
  return user
}
const refuse = (status: number, error: string) => new Response(JSON.stringify({ error }), { status })

/** Opens the page as Ada. `more` takes precedence over the default mocks. */
async function openAccount(...more: MockCall[]): Promise<void> {
  server = mockAccounts(
    ...more,
    mockCall(fetchOwnUser, () => user),
    mockCall(fetchKeys, () => ({
      ...{ isEmailVerified: false, hasTotp: false, recoveryCodes: 0, passkeys: 0 },
      hasPassword: !user.isProviderAccount,
    })),
    mockCall(updateUsername, ({ name }) => changed({ name })),
    mockCall(updateUserProfilePath, ({ picturePath }) => changed({ picturePath })),
    mockCall(uploadUserPicPath, () => ({ success: true as const })),
    mockCall(uploadUserPicture, () => ({ picturePath: 'p1.jpg' })),
  )
  await server.signIn()
  await showPage('/user/us1')
}

const main = () => within(screen.getByRole('main'))
const press = (name: string) => fireEvent.click(main().getByRole('button', { name }))
const tab = (name: string) => main().findByRole('tab', { name })

/** Opens the Password tab. @returns the inputs of its calls */
async function openPassword(
  answer: () => OutputOf<typeof updatePassword> | Response = () => ({ success: true, token: 'renewed' }),
) {
  const given: InputOf<typeof updatePassword>[] = []
  await openAccount(
    mockCall(updatePassword, input => {
      given.push(input)
      return answer()
    }),
  )
  fireEvent.mouseDown(await tab('Password'), { button: 0 })
  await main().findByRole('button', { name: /^(Change|Set a) password$/ })
  return given
}

it('shows a skeleton until the session is known, then its tabs (ACC-01, ROLE-07)', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { fetch } = globalThis
  await openAccount()
  expect(
    main()
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Account', 'Password', 'Notifications', 'Apps'])
  cleanup()
  const answers = globalThis.fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (args[0] === fetchOwnUser.path) await promise
    return answers(...args)
  })
  await showPage('/user/us1')
  expect(main().getByRole('status', { name: 'Loading' })).toBeDefined()
  expect(main().queryByRole('tab')).toBeNull()
  resolve()
  expect((await tab('Account')).getAttribute('aria-selected')).toBe('true')
})

it('switches tabs by arrow keys (ACC-01)', async () => {
  await openAccount()
  const first = await tab('Account')
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  await waitFor(async () => expect((await tab('Password')).getAttribute('aria-selected')).toBe('true'))
  expect(main().getByText('You will be logged out after changing your password.')).toBeDefined()
})

it('changes the name everywhere (ACC-02, ROLE-07)', async () => {
  await openAccount()
  fill({ Name: '  Grace Hopper ' })
  press('Save')
  expect(await main().findByText('Grace Hopper')).toBeDefined()
  await waitFor(() => expect((main().getByLabelText('Name') as HTMLInputElement).value).toBe('Grace Hopper'))
  expect(server.countCalls(updateUsername)).toBe(1)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Account' }).textContent).toBe('G'))
})

it('says beside the button that the name is saved, until another one is typed', async () => {
  await openAccount()
  fill({ Name: 'Grace' })
  press('Save')
  const answer = await main().findByText('Saved')
  expect(answer.getAttribute('role')).toBe('status')
  fill({ Name: 'Grace H' })
  expect(main().queryByText('Saved')).toBeNull()
})

it('validates the name and does not send one that is too short (VAL-06)', async () => {
  await openAccount()
  fill({ Name: ' Al ' })
  press('Save')
  expect(await main().findByText('username must be at least 3 characters long!')).toBeDefined()
  expect(server.countCalls(updateUsername)).toBe(0)
})

it('shows no message if the name cannot be changed, and keeps the input (READ-59)', async () => {
  await openAccount(mockCall(updateUsername, () => refuse(429, 'Too many')))
  fill({ Name: 'Grace' })
  press('Save')
  await waitFor(() => expect(server.countCalls(updateUsername)).toBe(1))
  expect((main().getByLabelText('Name') as HTMLInputElement).value).toBe('Grace')
  expect(main().getByText('Ada')).toBeDefined()
  expect(screen.queryByText('Too many')).toBeNull()
})

it('uploads a picture, sets it as profile picture and removes it again (ACC-03, ACC-11, VAL-16)', async () => {
  await openAccount()
  expect(main().queryByRole('button', { name: 'Remove picture' })).toBeNull()
  fireEvent.click(await main().findByText('Please select a valid image!'))
  const remove = await main().findByRole('button', { name: 'Remove picture' })
  expect(user.picturePath).toBe('p1.jpg')
  const shown = Array.from(document.querySelectorAll<HTMLImageElement>('img[src*="user_profile/us1"]'))
  expect(shown.map(image => image.closest('main, header')?.localName).toSorted()).toEqual(['header', 'main'])
  fireEvent.click(remove)
  const question = await screen.findByRole('alertdialog', { name: 'Remove your picture?' })
  expect(user.picturePath).toBe('p1.jpg')
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(main().queryByRole('button', { name: 'Remove picture' })).toBeNull())
  expect(user.picturePath).toBe('')
})

it.each([uploadUserPicPath, uploadUserPicture, updateUserProfilePath])(
  'changes nothing and shows no message if %o fails (ERR-10, ERR-11)',
  async operation => {
    await openAccount(mockCall(operation, () => refuse(500, 'Sorry')))
    fireEvent.click(await main().findByText('Please select a valid image!'))
    await waitFor(() => expect(server.countCalls(operation)).toBe(1))
    expect(user.picturePath).toBe('')
    expect(screen.queryByText('Sorry')).toBeNull()
  },
)

it('shows the picture of a sign-in provider as it is (MED-08, READ-36)', async () => {
  user.picturePath = 'https://lh3.googleusercontent.com/a/ada=s96'
  await openAccount()
  await tab('Account')
  expect(document.querySelector<HTMLImageElement>('main img')?.src).toBe(user.picturePath)
})

it('announces a logout, changes the password and keeps the session (ACC-04, ACC-12, ACC-13, PROP-31, READ-24)', async () => {
  const given = await openPassword()
  expect(main().getByText('You will be logged out after changing your password.')).toBeDefined()
  fill({ 'Current password': 'correct horse', 'New password': 'battery staple' })
  press('Change password')
  expect(await main().findByText('Password updated successfully!')).toBeDefined()
  expect(given).toEqual([{ currentPassword: 'correct horse', newPassword: 'battery staple' }])
  for (const label of ['Current password', 'New password'])
    expect((main().getByLabelText(label) as HTMLInputElement).value).toBe('')
  expect(screen.getByRole('button', { name: 'Account' })).toBeDefined()
  // A form that was reset is not validated before it is submitted.
  fill({ 'New password': 'x' })
  expect(main().queryByText(/String must contain/)).toBeNull()
})

it('validates the length of both passwords (VAL-07, VAL-08, READ-25)', async () => {
  const given = await openPassword()
  fill({ 'Current password': 'short', 'New password': '1234567' })
  press('Change password')
  expect(await main().findAllByText('String must contain at least 8 character(s)')).toHaveLength(2)
  expect(given).toEqual([])
})

it("shows the service's message for a wrong current password in the toast (PROP-32)", async () => {
  await openPassword(() => refuse(403, 'The current password is wrong.'))
  fill({ 'Current password': 'wrong horse', 'New password': 'battery staple' })
  press('Change password')
  expect((await screen.findByRole('alert')).textContent).toBe('The current password is wrong.')
  expect(main().queryByText('Password updated successfully!')).toBeNull()
  expect((main().getByLabelText('New password') as HTMLInputElement).value).toBe('battery staple')
})

it('takes the message of a failed try back with the next one', async () => {
  let isWrong = true
  await openPassword(() =>
    isWrong ? refuse(403, 'The current password is wrong.') : { success: true, token: 'renewed' },
  )
  fill({ 'Current password': 'wrong horse', 'New password': 'battery staple' })
  press('Change password')
  await screen.findByRole('alert')
  isWrong = false
  press('Change password')
  expect(screen.queryByRole('alert')).toBeNull()
  await main().findByText('Password updated successfully!')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('asks listeners of a sign-in provider for a current password only once they have one (ACC-14, VAL-08, ROLE-11)', async () => {
  user.isProviderAccount = true
  const given = await openPassword(() => {
    changed({ isProviderAccount: false })
    return { success: true, token: 'renewed' }
  })
  expect(main().queryByLabelText('Current password')).toBeNull()
  fill({ 'New password': 'battery staple' })
  press('Set a password')
  expect(await main().findByLabelText('Current password')).toBeDefined()
  expect(main().getByText('Password updated successfully!')).toBeDefined()
  expect(given).toEqual([{ newPassword: 'battery staple' }])
})

it('asks for confirmation before deleting the account (AUTH-19, AUTH-20)', async () => {
  await openAccount(mockCall(deleteUser, () => refuse(500, 'Sorry')))
  await tab('Account')
  press('Delete account')
  const question = await screen.findByRole('alertdialog', { name: 'Are you absolutely sure?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(server.countCalls(deleteUser)).toBe(0)
})

it('deletes the listens after a confirmation, and says why if that fails', async () => {
  let isRejecting = true
  await openAccount(
    mockCall(deleteListens, () => (isRejecting ? refuse(503, 'Busy') : { success: true as const })),
  )
  await tab('Account')
  press('Delete my listens')
  const question = await screen.findByRole('alertdialog', { name: 'Delete all your listens?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(server.countCalls(deleteListens)).toBe(0)
  press('Delete my listens')
  const again = await screen.findByRole('alertdialog', { name: 'Delete all your listens?' })
  const confirm = () => fireEvent.click(within(again).getByRole('button', { name: 'Delete' }))
  confirm()
  await waitFor(() => expect(within(again).getByRole('status').textContent).not.toBe(''))
  isRejecting = false
  confirm()
  expect(await main().findByText('Your listens were deleted.')).toBeDefined()
  expect(server.countCalls(deleteListens)).toBe(2)
})

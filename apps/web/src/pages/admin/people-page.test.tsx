import { confirmSignIn } from '@refrain/contract/account/confirm-sign-in'
import { RECENT_SIGN_IN_NEEDED } from '@refrain/contract/account/session'
import {
  createResetLink,
  deleteInvitation,
  fetchInvitations,
  fetchPeople,
  type Person,
  signOutPerson,
  turnOffTotpOfPerson,
} from '@refrain/contract/administration/people'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearSession } from '../../account/session.ts'
import { mockAccounts, mockAdministrator, PASSWORD } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

const GRACE: Person = {
  ...{ id: 'us2', name: 'Grace', email: 'grace@example.org', picturePath: '', storage: 0, sessions: 1 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null },
  ...{ isAdministrator: false, isDisabled: false, hasTotp: true, isProviderAccount: false },
}
const done = { success: true } as const
const TOKEN = 'reset'.padEnd(43, '-')

afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
})

const INVITATION = {
  id: 'i1',
  note: 'Bo',
  uses: 1,
  used: 0,
  createdAt: GRACE.createdAt,
  expiresAt: GRACE.createdAt,
}

/** Opens the page, on which Grace has two-step login. */
async function start(people: Person[] = [GRACE]) {
  const calls: string[] = []
  let isRecent = true
  const refuseUnlessRecent = <T,>(answer: T) =>
    isRecent ? answer : new Response(JSON.stringify({ error: RECENT_SIGN_IN_NEEDED }), { status: 403 })
  const server = mockAccounts(
    mockAdministrator,
    mockCall(fetchInvitations, () => ({ invitations: [INVITATION] })),
    mockCall(deleteInvitation, ({ id }) => {
      calls.push(`delete invitation ${id}`)
      return done
    }),
    mockCall(fetchPeople, () => ({ people, total: people.length })),
    mockCall(confirmSignIn, () => {
      isRecent = true
      return done
    }),
    mockCall(signOutPerson, ({ id }) => {
      calls.push(`sign out ${id}`)
      return done
    }),
    mockCall(turnOffTotpOfPerson, ({ id }) => {
      calls.push(`turn off ${id}`)
      return { ...GRACE, hasTotp: false }
    }),
    mockCall(createResetLink, () => refuseUnlessRecent({ token: TOKEN, expiresAt: GRACE.createdAt })),
  )
  await server.signIn()
  await showPage('/admin/people')
  const choose = async (name: string) => {
    const people = await screen.findByRole('region', { name: 'People' })
    fireEvent.click(await within(people).findByRole('button', { name: /options/i }))
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  const age = () => {
    isRecent = false
  }
  return { calls, choose, press, age }
}

it('asks before an invitation is deleted', async () => {
  const { calls, press } = await start()
  const pressDelete = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Delete invitation' }))
  await pressDelete()
  await screen.findByRole('alertdialog', { name: 'Delete the invitation?' })
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls).toEqual([])
  await pressDelete()
  await screen.findByRole('alertdialog')
  press('Delete')
  await waitFor(() => expect(calls).toEqual(['delete invitation i1']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Invite somebody'))
})

it('says what signing out ends, and asks first', async () => {
  const { calls, choose, press } = await start()
  await choose('Sign out everywhere')
  const dialog = await screen.findByRole('alertdialog', { hidden: true })
  for (const named of [/sessions/, /links/, /pending change of the address/, /passkeys/, /API keys/])
    expect(dialog.textContent).toMatch(named)
  expect(calls).toEqual([])
  press('Sign out everywhere')
  await waitFor(() => expect(calls).toEqual(['sign out us2']))
})

it('searches people by Ctrl+F', async () => {
  await start()
  await screen.findByRole('grid', { name: 'People' })
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  expect(document.activeElement?.getAttribute('type')).toBe('search')
  expect(fireEvent.keyDown(document.activeElement!, { key: 'f', ctrlKey: true })).toBe(true)
})

it('turns off a two-step login after a question', async () => {
  const { calls, choose, press } = await start()
  await choose('Turn off two-step login')
  await screen.findByText(/Their password is enough/)
  press('Turn off')
  await waitFor(() => expect(calls).toEqual(['turn off us2']))
})

it('shows a link for a new password once the administrator has confirmed who they are', async () => {
  const { choose, press, age } = await start()
  age()
  await choose('Link for a new password')
  await screen.findByText('A new password for Grace')
  press('Create link')
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: PASSWORD } })
  press('Continue')
  const field = await screen.findByLabelText<HTMLInputElement>('Give them this link. It is shown only now.')
  expect(field.value).toBe(`${location.origin}/reset-password#token=${TOKEN}`)
})

it('says of nobody who is here that they were here some time ago', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const people = [
    { ...GRACE, id: 'us1', name: 'Ada', lastUsedAt: ago(25) },
    { ...GRACE, id: 'us3', name: 'Hedy', lastUsedAt: ago(25) },
    { ...GRACE, id: 'us4', name: 'Joan', lastUsedAt: ago(185) },
    GRACE,
  ]
  await start(people)
  const rows = await screen.findAllByRole('row')
  expect(rows.map(row => row.textContent?.match(/(Here|Last here|Signed in)[^·]*$/)?.[0])).toEqual([
    'Here now',
    'Here within the last hour',
    'Last here 3 hours ago',
    'Signed in nowhere',
  ])
})

import {
  completeSetUp,
  fetchSetUp,
  type SetUp,
  WRONG_SET_UP_CODE,
} from '@refrain/contract/administration/set-up'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const STATE: SetUp = { fixed: [], serviceName: '', signUp: 'open', guests: 'listen' }

const mockSetUp = (state: SetUp) => mockAccounts(mockCall(fetchSetUp, () => state))

it('asks for the code, and shows what the environment gives as fixed', async () => {
  mockSetUp({ ...STATE, fixed: ['music', 'signUp', 'guests'], signUp: 'closed', guests: 'off' })
  await showPage('/setup')
  expect(await screen.findByLabelText('Code')).toBeDefined()
  expect(screen.getByText('Set by MUSIC, where the service is started.')).toBeDefined()
  expect(screen.getByText('Set by SIGN_UP, where the service is started.')).toBeDefined()
  expect(screen.getByText('Set by GUESTS, where the service is started.')).toBeDefined()
  expect(screen.queryAllByRole('radio')).toEqual([])
})

it('takes the code from the link, whose address does not keep it, and asks for it once it is refused', async () => {
  const sent: string[] = []
  mockAccounts(
    mockCall(fetchSetUp, () => STATE),
    mockCall(completeSetUp, ({ code }) => {
      sent.push(code)
      return Response.json({ error: WRONG_SET_UP_CODE }, { status: 403 })
    }),
  )
  const router = await showPage('/setup#code=c0de')
  expect(await screen.findAllByRole('radio')).toHaveLength(8)
  await waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(screen.queryByLabelText('Code')).toBeNull()
  for (const [label, value] of [
    ['Name', 'Ada Lovelace'],
    ['Email', 'ada@example.org'],
    ['Password', 'analytical engine'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Finish' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  expect([field.value, sent]).toEqual(['c0de', ['c0de']])
})

it('says that everybody may still sign up where guests may not listen', async () => {
  mockSetUp(STATE)
  await showPage('/setup')
  const note = /^Everybody can still create an account/
  const listeners = within(await screen.findByRole('radiogroup', { name: 'Who may listen' }))
  expect(screen.queryByText(note)).toBeNull()
  fireEvent.click(listeners.getByLabelText('People with an account'))
  expect(screen.getByText(note)).toBeDefined()
  fireEvent.click(screen.getByLabelText('People with an invitation'))
  expect(screen.queryByText(note)).toBeNull()
})

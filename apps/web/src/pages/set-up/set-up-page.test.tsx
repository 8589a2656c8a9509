import { fetchSetUp, type SetUp } from '@refrain/contract/administration/set-up'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
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

const status = { version: 1, removals: 0, tracks: 1, running: null, nextCheckSeconds: 2 }

const mockSetUp = (state: SetUp) => mockAccounts(mockCall(fetchSetUp, () => state))

it('asks for the code only where it is needed, and shows what the environment gives as fixed', async () => {
  mockSetUp({
    needsCode: true,
    fixed: ['music', 'signUp', 'guests'],
    serviceName: '',
    signUp: 'closed',
    guests: 'off',
  })
  await showPage('/setup')
  expect(await screen.findByLabelText('Code')).toBeDefined()
  expect(screen.getByText('Set by MUSIC, where the service is started.')).toBeDefined()
  expect(screen.getByText('Set by SIGN_UP, where the service is started.')).toBeDefined()
  expect(screen.getByText('Set by GUESTS, where the service is started.')).toBeDefined()
  expect(screen.queryAllByRole('radio')).toEqual([])
})

it('offers every choice on the machine itself', async () => {
  mockSetUp({ needsCode: false, fixed: [], serviceName: '', signUp: 'open', guests: 'listen' })
  await showPage('/setup')
  expect(await screen.findAllByRole('radio')).toHaveLength(8)
  expect(screen.queryByLabelText('Code')).toBeNull()
})

it('is offered on Home to whoever may set the service up, and to nobody else', async () => {
  mockAccounts()
  await showPage('/')
  queryClient.setQueryData(importStatusQuery.queryKey, status)
  expect(screen.queryByRole('link', { name: 'Set it up' })).toBeNull()
  queryClient.setQueryData(importStatusQuery.queryKey, { ...status, canSetUp: true })
  const link = await screen.findByRole('link', { name: 'Set it up' })
  expect(link.getAttribute('href')).toBe('/setup')
})

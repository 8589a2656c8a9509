import { fetchAudit } from '@refrain/contract/administration/audit'
import { fetchLog, type LogEntry } from '@refrain/contract/administration/log'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearSession } from '../../account/session.ts'
import { mockAccounts, mockAdministrator } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const at = '2026-11-23T12:00:00.000Z'
const entries: readonly LogEntry[] = [
  { id: 'e1', at, level: 'error', message: 'The disk is full', requestId: 'a1b2c3-7', process: 'nas 41' },
  { id: 'e2', at, level: 'warn', message: 'Rate limits are off', requestId: null, process: 'nas 41' },
]

it('shows warnings and errors, filtered by level and text', async () => {
  const server = mockAccounts(
    mockAdministrator,
    mockCall(fetchAudit, () => ({ entries: [] })),
    mockCall(fetchLog, ({ level, query = '' }) => ({
      entries: entries.filter(
        entry => (level === undefined || entry.level === level) && entry.message.includes(query),
      ),
    })),
  )
  await server.signIn()
  await showPage('/admin/log')
  expect(await screen.findByText('The disk is full')).toBeDefined()
  expect(screen.getByText('Rate limits are off')).toBeDefined()
  expect(screen.getByText('request a1b2c3-7')).toBeDefined()
  fireEvent.click(screen.getByLabelText('Errors only'))
  await waitFor(() => expect(screen.queryByText('Rate limits are off')).toBeNull())
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } })
  expect(await screen.findByText('Nothing found.')).toBeDefined()
})

it('begins with the errors alone when the overview leads there', async () => {
  const server = mockAccounts(
    mockAdministrator,
    mockCall(fetchAudit, () => ({ entries: [] })),
    mockCall(fetchLog, ({ level }) => ({ entries: entries.filter(entry => entry.level === level) })),
  )
  await server.signIn()
  await showPage('/admin/log?level=error')
  expect(await screen.findByText('The disk is full')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Errors only').checked).toBe(true)
})

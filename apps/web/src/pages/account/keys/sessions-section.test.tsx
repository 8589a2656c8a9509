import { type AppKey, fetchAppKeys, revokeAllAppKeys } from '@refrain/contract/account/app-keys'
import {
  fetchSessions,
  type OwnSession,
  revokeOtherSessions,
  revokeSession,
} from '@refrain/contract/account/own-sessions'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockAccounts } from '../../../testing/mock-accounts.ts'
import { mockCall } from '../../../testing/mock-calls.ts'
import { showPage } from '../../../testing/show-page.tsx'

vi.mock('../../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const session = (id: string, more: Partial<OwnSession>): OwnSession => ({
  ...{ id, browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24', isCurrent: false },
  ...{ createdAt: ago(200), lastUsedAt: ago(121), ...more },
})

const PHONE: AppKey = {
  ...{ id: 'k1', name: 'Phone', kind: 'password', scope: 'edit', createdAt: ago(9) },
  ...{ lastUsedAt: null, lastClient: '', lastNetwork: '' },
}

async function openSessions(start: OwnSession[], appKeys: AppKey[] = []) {
  let [sessions, keys] = [start, appKeys]
  let refusal: Response | undefined
  const server = mockAccounts(
    mockCall(fetchSessions, () => ({ sessions })),
    mockCall(revokeSession, ({ id }) => {
      if (refusal) return refusal
      end(id)
      return { success: true as const }
    }),
    mockCall(fetchAppKeys, () => ({ keys, isOffered: true, isExposed: false })),
    mockCall(revokeAllAppKeys, () => {
      keys = []
      return { success: true as const }
    }),
    mockCall(revokeOtherSessions, () => {
      sessions = sessions.filter(one => one.isCurrent)
      return { success: true as const }
    }),
  )
  await server.signIn()
  await showPage('/user/us1')
  const tab = await screen.findByRole('tab', { name: 'Password' })
  fireEvent.mouseDown(tab, { button: 0 })
  const section = within(await screen.findByRole('region', { name: "Where you're logged in" }))
  await section.findAllByRole('listitem')
  const rows = () => section.getAllByRole('listitem').map(row => row.textContent)
  const refuse = (answer: Response | undefined) => {
    refusal = answer
  }
  const end = (id: string) => {
    sessions = sessions.filter(one => one.id !== id)
  }
  return { section, rows, server, refuse, end }
}

it('lists this device first, and others with network and last use', async () => {
  const { rows } = await openSessions([
    session('one', {}),
    session('two', { browser: '', system: '', network: '' }),
    session('three', { browser: 'Chrome', system: 'Android', isCurrent: true }),
  ])
  expect(rows()).toEqual([
    'Chrome on AndroidThis device · 203.0.113.0/24',
    'Firefox on LinuxLast used 2 hours ago · 203.0.113.0/24Log out',
    'Unknown deviceLast used 2 hours agoLog out',
  ])
})

it('ends one session, or all others at once', async () => {
  const { section, rows } = await openSessions([
    session('this', { isCurrent: true }),
    session('one', { browser: 'Chrome' }),
    session('two', { browser: 'Safari' }),
  ])
  fireEvent.click(section.getByRole('button', { name: 'Log out', description: 'Chrome on Linux' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Where you're logged in"))
  fireEvent.click(section.getByRole('button', { name: 'Log out everywhere else' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(section.queryByRole('button')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Where you're logged in"))
})

it('removes a session that has ended by itself, without a message', async () => {
  const { section, rows, refuse, end } = await openSessions([
    session('this', { isCurrent: true }),
    session('one', {}),
  ])
  end('one')
  refuse(Response.json({ error: 'There is no such session.' }, { status: 404 }))
  fireEvent.click(section.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.queryByText('There is no such session.')).toBeNull()
})

it('says why a session could not be ended, and lets it be tried again', async () => {
  const { section, rows, refuse } = await openSessions([
    session('this', { isCurrent: true }),
    session('one', {}),
  ])
  const button = section.getByRole('button', { name: 'Log out' })
  refuse(Response.json({ error: 'The service is busy: try again in a moment.' }, { status: 503 }))
  fireEvent.click(button)
  await screen.findByText('The service is busy: try again in a moment.')
  expect(rows()).toHaveLength(2)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  refuse(undefined)
  fireEvent.click(button)
  await waitFor(() => expect(rows()).toHaveLength(1))
})

it.each([true, false])('disconnects apps with all others if asked to: %s (SUB-22)', async disconnects => {
  const { section, rows, server } = await openSessions(
    [session('this', { isCurrent: true }), session('one', {})],
    [PHONE],
  )
  const box = await section.findByRole<HTMLInputElement>('checkbox', { name: 'Also disconnect my apps' })
  expect(box.checked).toBe(true)
  if (!disconnects) fireEvent.click(box)
  fireEvent.click(section.getByRole('button', { name: 'Log out everywhere else' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(server.countCalls(revokeAllAppKeys)).toBe(disconnects ? 1 : 0)
})

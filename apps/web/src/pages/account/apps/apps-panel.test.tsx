import {
  type AppKey,
  createAppKey,
  fetchAppKeys,
  revokeAllAppKeys,
  revokeAppKey,
} from '@refrain/contract/account/app-keys'
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
})

const SECRET = '7kq2-m9xd-0c4v-t8rn-w3hz-5gpe'
const done = { success: true } as const
const CAR: AppKey = {
  ...{ id: 'k1', name: 'Car', kind: 'password', scope: 'listen', lastClient: 'DSub' },
  lastNetwork: '203.0.113.0/24',
  ...{ createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: '2026-01-02T00:00:00.000Z' },
}

/** Opens the tab as Ada. */
async function openTab({
  keys = [] as AppKey[],
  isOffered = true,
  isExposed = false,
  revoke = async () => true,
} = {}) {
  const stored = [...keys]
  const server = mockAccounts(
    mockCall(fetchAppKeys, () => ({ keys: stored, isOffered, isExposed })),
    mockCall(createAppKey, ({ name, kind, scope }) => {
      const key = { ...CAR, id: 'k2', name, kind, scope, lastUsedAt: null, lastClient: '', lastNetwork: '' }
      stored.unshift(key)
      return { key, secret: SECRET }
    }),
    mockCall(revokeAppKey, async ({ id }) => {
      if (!(await revoke())) return new Response('{"error":"Busy"}', { status: 503 })
      stored.splice(
        stored.findIndex(key => key.id === id),
        1,
      )
      return done
    }),
    mockCall(revokeAllAppKeys, () => {
      stored.length = 0
      return done
    }),
  )
  await server.signIn()
  await showPage('/user/us1')
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Apps' }), { button: 0 })
  await screen.findByRole('heading', { name: 'Connect your apps' })
  return { server, stored }
}

it('makes a password for an app and shows it this once', async () => {
  const { stored } = await openTab()
  await screen.findByText('No app is connected yet.')
  fireEvent.click(screen.getByRole('button', { name: 'Connect an app' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Connect an app' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Enter a name')).toBeDefined()
  fill({ Name: 'My phone' })
  fireEvent.click(dialog.getByRole('radio', { name: 'Only listen' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Create' }))
  const shown = within(await screen.findByRole('alertdialog', { name: 'Your app can connect' }))
  expect(shown.getByLabelText<HTMLInputElement>('App password').value).toBe(SECRET)
  expect(shown.getByLabelText<HTMLInputElement>('User name').value).toBe('ada@example.org')
  expect(await shown.findByRole('img', { name: /QR code/ })).toBeDefined()
  expect(stored[0]).toMatchObject({ name: 'My phone', kind: 'password', scope: 'listen' })
  fireEvent.click(shown.getByRole('button', { name: 'Done' }))
  await screen.findByText('My phone')
  expect(screen.queryByDisplayValue(SECRET)).toBeNull()
})

it('lists connected apps and disconnects them', async () => {
  const { server, stored } = await openTab({ keys: [CAR, { ...CAR, id: 'k3', name: 'Kitchen' }] })
  const row = within((await screen.findByText('Car')).closest('li') as HTMLElement)
  expect(row.getByText(/^DSub · Last used .* · 203\.0\.113\.0\/24 · Only listen$/)).toBeDefined()
  fireEvent.click(row.getByRole('button', { name: 'Disconnect' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect “Car”?' }))
  expect(server.countCalls(revokeAppKey)).toBe(0)
  fireEvent.click(question.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(screen.queryByText('Car')).toBeNull())
  expect(server.countCalls(revokeAppKey)).toBe(1)
  expect(stored.map(key => key.name)).toEqual(['Kitchen'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Connected apps' }))
})

it('disconnects all of them', async () => {
  const { stored } = await openTab({ keys: [CAR, { ...CAR, id: 'k3', name: 'Kitchen' }] })
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect all' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect all apps?' }))
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(stored).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect all' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'Disconnect all apps?' }))
  fireEvent.click(again.getByRole('button', { name: 'Disconnect' }))
  await screen.findByText('No app is connected yet.')
  expect(stored).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Connected apps' }))
})

it('says so if one could not be disconnected, until it is tried again', async () => {
  const answers: PromiseWithResolvers<boolean>[] = []
  const revoke = () => {
    answers.push(Promise.withResolvers<boolean>())
    return answers.at(-1)!.promise
  }
  const { stored } = await openTab({ keys: [CAR], revoke })
  fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect “Car”?' }))
  const disconnect = () => fireEvent.click(question.getByRole('button', { name: 'Disconnect' }))
  disconnect()
  // The answer is on its way: there is nothing to cancel.
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).not.toBeNull()
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.resolve(false)
  await waitFor(() => expect(question.getByRole('status').textContent).not.toBe(''))
  expect(stored).toHaveLength(1)
  disconnect()
  expect(question.getByRole('status').textContent).toBe('')
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.resolve(true)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(stored).toEqual([])
})

it('warns if the page came unencrypted from another network', async () => {
  await openTab({ isExposed: true })
  expect((await screen.findByRole('note')).textContent).toContain('not encrypted')
})

it('says so if apps are switched off', async () => {
  await openTab({ isOffered: false })
  await screen.findByText('Apps are switched off on this server.')
  expect(screen.queryByRole('button', { name: 'Connect an app' })).toBeNull()
})

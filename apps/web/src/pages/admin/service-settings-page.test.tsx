import {
  fetchLiveSettings,
  initialSettings,
  type LiveSetting,
  type LiveSettingName,
  updateLiveSetting,
} from '@refrain/contract/administration/settings'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearSession } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
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

/** Opens the page. @returns changes what is stored, as another administrator does */
async function start(stored: Partial<Record<LiveSettingName, string>>) {
  const values = { ...stored }
  const list = () => ({
    settings: (Object.keys(initialSettings) as LiveSettingName[]).map((name): LiveSetting => {
      const value = values[name]
      return {
        name,
        value: value ?? initialSettings[name],
        source: value === undefined ? 'initial' : 'stored',
      }
    }),
  })
  const server = mockAccounts(
    mockAdministrator,
    mockCall(fetchLiveSettings, list),
    mockCall(updateLiveSetting, ({ name, value }) => {
      if (value === null) delete values[name]
      else values[name] = value
      return list()
    }),
  )
  await server.signIn()
  await showPage('/admin/settings')
  await screen.findByLabelText('Name of the service')
  return (changed: typeof values) => Object.assign(values, changed)
}

const nameField = () => screen.getByLabelText<HTMLInputElement>('Name of the service')

function submit(field: HTMLInputElement): void {
  field.focus()
  fireEvent.submit(field.form!)
}

it('keeps the focus in a field that is saved', async () => {
  await start({})
  const field = nameField()
  fireEvent.change(field, { target: { value: ' Salon ' } })
  submit(field)
  expect((await screen.findByText('Saved')).getAttribute('role')).toBe('status')
  expect(within(nameField().form!).getByRole('button').textContent).toBe('Save')
  expect(nameField().value).toBe('Salon')
  expect(document.activeElement).toBe(nameField())
})

it('keeps what is being typed when settings are read again', async () => {
  const change = await start({ serviceName: 'Salon' })
  fireEvent.change(nameField(), { target: { value: 'Salon of' } })
  change({ serviceName: 'Parlour', chatUrl: 'https://chat.example.org' })
  await queryClient.refetchQueries({ predicate: ({ queryKey }) => queryKey.includes('settings') })
  await screen.findByDisplayValue('https://chat.example.org')
  expect(nameField().value).toBe('Salon of')
})

it('moves the focus to a button, which opens no keyboard, when a field goes back to the default', async () => {
  await start({ serviceName: 'Salon' })
  const button = screen.getByText('Use the default')
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByText('Use the default')).toBeNull())
  expect(nameField().value).toBe('')
  expect(document.activeElement?.textContent).toBe('Save')
  expect((document.activeElement as HTMLButtonElement).form === nameField().form).toBe(true)
})

it('moves the focus to the choice when it goes back to the default', async () => {
  await start({ guests: 'off' })
  const button = screen.getByText('Use the default')
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByText('Use the default')).toBeNull())
  expect(document.activeElement).toMatchObject({ name: 'guests', value: 'listen', checked: true })
})

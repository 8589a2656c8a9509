import {
  completeSetUp,
  countSetUpFiles,
  fetchSetUp,
  fetchSetUpFolders,
  type SetUp,
  UNREADABLE_FOLDER,
  WRONG_SET_UP_CODE,
} from '@refrain/contract/administration/set-up'
import { fetchImportStatus } from '@refrain/contract/catalogue/import-status'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
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

const STATE: SetUp = { fixed: [], serviceName: '', signUp: 'open', guests: 'listen' }

const refuse = (status: number, error: string) => Response.json({ error }, { status })

/** A new service with one folder of music. @returns what is sent to it */
function mockSetUp(
  state: Partial<SetUp> = {},
  finish: () => Response | { token: string } = () => ({ token: 't' }),
) {
  const sent: unknown[] = []
  mockAccounts(
    mockCall(fetchSetUp, () => ({ ...STATE, ...state })),
    mockCall(fetchSetUpFolders, ({ code, path }) => {
      if (code !== 'c0de') return refuse(403, WRONG_SET_UP_CODE)
      if (path === undefined) return { path: null, folders: [{ name: '/music', path: '/music' }] }
      return path === '/music' ? { path, parent: null, folders: [] } : refuse(400, UNREADABLE_FOLDER)
    }),
    mockCall(countSetUpFiles, () => ({ files: 1234, isAll: true })),
    mockCall(completeSetUp, input => {
      sent.push(input)
      return finish()
    }),
    mockCall(fetchImportStatus, () => ({
      ...{ version: 1, removals: 0, tracks: 0, nextCheckSeconds: 1 },
      running: { sample: false, done: 7, total: 40 },
    })),
  )
  return sent
}

const step = (name: string) => screen.findByRole('heading', { level: 2, name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function passAccount(): Promise<void> {
  await step('Your account')
  fill('Name', 'Ada Lovelace')
  fill('Email', 'ada@example.org')
  fill('Password', 'analytical engine')
  press('Next')
  await step('Music')
}

it('is a screen of its own, without navigation and player', async () => {
  mockSetUp()
  await showPage('/setup')
  await step('Your account')
  expect(screen.getByText('Step 1 of 3')).toBeDefined()
  for (const role of ['navigation', 'banner', 'contentinfo']) expect(screen.queryByRole(role)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull()
})

it('says at its field that the code is wrong, and keeps what was entered', async () => {
  mockSetUp()
  const router = await showPage('/setup#code=old')
  await waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(screen.queryByLabelText('Code')).toBeNull()
  fill('Name', 'Ada Lovelace')
  fill('Email', 'ada@example.org')
  fill('Password', 'analytical engine')
  press('Next')
  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe(
    WRONG_SET_UP_CODE,
  )
  expect(screen.queryByRole('alert')).toBeNull()
  fill('Code', 'c0de')
  press('Next')
  const heading = await step('Music')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  press('Back')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada Lovelace')
})

it('takes a typed folder, shows how many audio files it has, then how far its import is', async () => {
  const sent = mockSetUp()
  await showPage('/setup#code=c0de')
  await passAccount()
  fireEvent.click(screen.getByLabelText('A folder of mine'))
  press('Next')
  const field = screen.getByLabelText('Path of the folder')
  const said = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(said()).toBe('Choose the folder with your music.')
  fill('Path of the folder', '/none')
  press('Next')
  await waitFor(() => expect(said()).toBe(UNREADABLE_FOLDER))
  fill('Path of the folder', '/music')
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByText('1,234 audio files')
  expect(said()).toBeUndefined()
  press('Next')
  await step('Name and access')
  expect(screen.getByText('/music')).toBeDefined()
  press('Finish')
  await step('Your music comes in')
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('17')
  expect(sent).toMatchObject([{ code: 'c0de', name: 'Ada Lovelace', music: '/music', sample: true }])
  expect(screen.getByRole('link', { name: 'Listen' }).getAttribute('href')).toBe('/')
})

it('says that a folder holds no music once its import has ended, and leads to the choice of another', async () => {
  mockSetUp()
  await showPage('/setup#code=c0de')
  await passAccount()
  fireEvent.click(screen.getByLabelText('A folder of mine'))
  fireEvent.click(await screen.findByRole('button', { name: '/music' }))
  await screen.findByText('1,234 audio files')
  press('Next')
  await step('Name and access')
  press('Finish')
  await step('Your music comes in')
  await screen.findByRole('progressbar')
  const ended = { version: 1, removals: 0, tracks: 0, nextCheckSeconds: 1, running: null }
  queryClient.setQueryData(importStatusQuery.queryKey, ended)
  await step('No music has come in')
  const other = screen.getByRole('link', { name: 'Open Collection' })
  expect(other.getAttribute('href')).toBe('/admin/collection')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it.each([
  [403, WRONG_SET_UP_CODE, 'Your account', 'Code'],
  [400, UNREADABLE_FOLDER, 'Music', 'Path of the folder'],
])(
  'leads back to the field whose value is refused at the end (%i)',
  async (status, error, heading, label) => {
    mockSetUp({}, () => refuse(status, error))
    await showPage('/setup#code=c0de')
    await passAccount()
    fireEvent.click(screen.getByLabelText('A folder of mine'))
    fireEvent.click(await screen.findByRole('button', { name: '/music' }))
    await screen.findByText('1,234 audio files')
    press('Next')
    await step('Name and access')
    press('Finish')
    await step(heading)
    const field = screen.getByLabelText(label)
    expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe(error)
  },
)

it('shows what the environment gives as fixed', async () => {
  mockSetUp({ fixed: ['music', 'signUp', 'guests'], signUp: 'closed', guests: 'off' })
  await showPage('/setup#code=c0de')
  await passAccount()
  expect(screen.getByText('Set by MUSIC, where the service is started.')).toBeDefined()
  expect(screen.queryAllByRole('radio')).toEqual([])
  press('Next')
  await step('Name and access')
  expect(screen.getByText('Set by SIGN_UP, where the service is started.')).toBeDefined()
  expect(screen.getByText('Set by GUESTS, where the service is started.')).toBeDefined()
  expect(screen.queryAllByRole('radio')).toEqual([])
})

it('says that everybody may still sign up where guests may not listen', async () => {
  mockSetUp()
  await showPage('/setup#code=c0de')
  await passAccount()
  press('Next')
  const note = /^Everybody can still create an account/
  const listeners = within(await screen.findByRole('radiogroup', { name: 'Who may listen' }))
  expect(screen.queryByText(note)).toBeNull()
  fireEvent.click(listeners.getByLabelText('People with an account'))
  expect(screen.getByText(note)).toBeDefined()
  fireEvent.click(screen.getByLabelText('People with an invitation'))
  expect(screen.queryByText(note)).toBeNull()
})

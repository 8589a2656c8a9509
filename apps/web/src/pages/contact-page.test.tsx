import { fetchConfiguration } from '@refrain/contract/configuration'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fill } from '../testing/mock-accounts.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

let chatUrl = '/'
let calls: string[]
beforeEach(() => {
  mockBrowser()
  chatUrl = '/'
  calls = mockCalls(
    mockCall(fetchConfiguration, () => ({
      name: 'Refrain',
      sample: false,
      artistsUrl: '/',
      chatUrl,
      google: null,
      signUp: 'open' as const,
      sendsEmail: false,
      guests: 'listen' as const,
      pushKey: '',
    })),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
const saidOf = (label: string) =>
  document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')?.textContent

it('has a form with name and message (ROUTE-25, ABC-08)', async () => {
  await showPage('/contact')
  expect(screen.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeDefined()
  expect(screen.getByLabelText('Name')).toMatchObject({ type: 'text' })
  expect(screen.getByLabelText('Message').tagName).toBe('TEXTAREA')
  await waitFor(() => expect(document.title).toBe('Contact Us'))
})

it('shows errors below its fields (VAL-09, VAL-10)', async () => {
  await showPage('/contact')
  fill({ Name: ' Al ', Message: '  ' })
  submit()
  expect(saidOf('Name')).toBe('Name must be at least 3 characters long!')
  expect(saidOf('Message')).toBe('Message cannot be empty!')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  fill({ Name: 'Alan', Message: 'Hello' })
  expect(screen.queryByText(/must be|cannot be/)).toBeNull()
})

it('sends nothing and changes nothing if the form is valid (ABC-10, READ-44)', async () => {
  const router = await showPage('/contact')
  await waitFor(() => expect(calls).toEqual(['fetchConfiguration']))
  fill({ Name: 'Alan', Message: 'Hello' })
  const { innerHTML } = screen.getByRole('main')
  submit()
  await new Promise(resolve => setTimeout(resolve))
  expect(screen.getByRole('main').innerHTML).toBe(innerHTML)
  expect(screen.getByLabelText('Message')).toMatchObject({ value: 'Hello' })
  expect(router.state.location.pathname).toBe('/contact')
  expect(calls).toEqual(['fetchConfiguration'])
})

it('opens an internal chat link without a page load, so that playback continues (PROP-57)', async () => {
  const router = await showPage('/contact')
  fireEvent.click(screen.getByRole('link', { name: 'Chat with us' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

it.each([
  ['/', null, null],
  ['https://chat.example.org/room', '_blank', 'noopener noreferrer'],
])('links to the chat at %s (ABC-09, PROP-57)', async (address, target, rel) => {
  chatUrl = address
  await showPage('/contact')
  const link = screen.getByRole('link', { name: 'Chat with us' })
  await waitFor(() => expect(link.getAttribute('href')).toBe(address))
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([target, rel])
})

import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

beforeEach(() => {
  mockBrowser()
  mockCalls(mockCall(fetchAllGenres, () => []))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const press = (target: Element, key = '/') => fireEvent.keyDown(target, { key })
const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search' })

it('opens the search box from any page', async () => {
  const router = await showPage('/about')
  press(document.body)
  await vi.waitFor(async () => expect(document.activeElement).toBe(await box()), 20_000)
  expect(router.state.location.pathname).toBe('/search')
})

it('focuses an existing search box and selects its text', async () => {
  await showPage('/search')
  const input = await box()
  fireEvent.change(input, { target: { value: 'love' } })
  input.blur()
  expect(press(document.body)).toBe(false)
  expect(document.activeElement).toBe(input)
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 4])
})

it('does nothing while typing, with a modifier or in a dialog', async () => {
  const router = await showPage('/contact')
  const field = screen.getAllByRole('textbox')[0] as HTMLElement
  expect(press(field)).toBe(true)
  expect(fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })).toBe(true)
  press(document.body, '?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(press(dialog)).toBe(true)
  expect(router.state.location.pathname).toBe('/contact')
})

it('is listed in the dialog of shortcuts', async () => {
  await showPage('/about')
  press(document.body, '?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).toContain('Search/')
})

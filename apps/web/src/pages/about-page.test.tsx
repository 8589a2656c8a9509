import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCalls } from '../testing/mock-calls.ts'
import { showPage } from '../testing/show-page.tsx'
import { TypedPhrases } from './about/typed-phrases.tsx'

vi.mock('../listening/engine/player.ts')

beforeEach(() => {
  mockBrowser()
  mockCalls()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const typed = () => document.querySelector('[data-typed]')?.textContent?.replace('|', '')
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('introduces the creator, with cards and a carousel of its history (ROUTE-24, ABC-01, ABC-02, PROP-58)', async () => {
  await showPage('/about')
  expect(screen.getByRole('heading', { level: 1, name: 'About the creator' })).toBeDefined()
  await waitFor(() => expect(document.title).toBe('About the creator'))
  expect(screen.getByText('I am Refrain.')).toBeDefined()
  const cards = within(screen.getByRole('region', { name: 'What it is' })).getAllByRole('listitem')
  expect(cards.length).toBeGreaterThanOrEqual(3)
  const slides = within(screen.getByRole('region', { name: 'The journey' })).getAllByRole('listitem')
  expect(slides.length).toBeGreaterThanOrEqual(3)
})

it('types and erases on schedule (ABC-03 to ABC-06, CON-20)', async () => {
  vi.useFakeTimers()
  render(<TypedPhrases phrases={['ab', 'c']} />)
  expect(typed()).toBe('')
  await pass(2699)
  expect(typed()).toBe('')
  await pass(1)
  expect(typed()).toBe('a')
  await pass(200)
  expect(typed()).toBe('ab')
  await pass(5199)
  expect(typed()).toBe('ab')
  await pass(1)
  expect(typed()).toBe('a')
  await pass(200)
  expect(typed()).toBe('')
  await pass(200)
  expect(typed()).toBe('c')
})

it('blinks its cursor every 500 ms (ABC-07)', async () => {
  vi.useFakeTimers()
  render(<TypedPhrases phrases={['ab']} />)
  const shown = () => document.querySelector('[data-cursor]')?.getAttribute('data-cursor')
  expect(shown()).toBe('on')
  await pass(499)
  expect(shown()).toBe('on')
  await pass(1)
  expect(shown()).toBe('off')
  await pass(500)
  expect(shown()).toBe('on')
})

it('pauses and resumes where it was', async () => {
  vi.useFakeTimers()
  render(<TypedPhrases phrases={['ab']} />)
  await pass(2750)
  fireEvent.click(screen.getByRole('button', { name: 'Pause typing' }))
  await pass(60_000)
  expect(typed()).toBe('a')
  fireEvent.click(screen.getByRole('button', { name: 'Resume typing' }))
  await pass(149)
  expect(typed()).toBe('a')
  await pass(1)
  expect(typed()).toBe('ab')
})

it('is announced once and in full, however much is typed', () => {
  render(<TypedPhrases phrases={['I hum.', 'I sing.']} />)
  const heard = screen.getByText('I hum.', { selector: '.sr-only' })
  expect(heard.closest('[aria-hidden]')).toBeNull()
  expect(document.querySelector('[data-typed]')?.closest('[aria-hidden]')).not.toBeNull()
})

it('shows its first phrase without animation if motion is reduced', async () => {
  vi.useFakeTimers()
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query.includes('reduce'),
  }))
  vi.resetModules()
  const { TypedPhrases: Fresh } = await import('./about/typed-phrases.tsx')
  render(<Fresh phrases={['ab', 'c']} />)
  expect(typed()).toBe('ab')
  await pass(30_000)
  expect(typed()).toBe('ab')
  expect(document.querySelector('[data-cursor="on"]')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { player } from '../listening/engine/player.ts'
import { mockAccounts } from '../testing/mock-accounts.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

beforeEach(async () => {
  mockAccounts()
  await showPage('/settings')
})
afterEach(() => {
  cleanup()
  player.setSettings({ crossfadeSeconds: 0, loudness: 'auto', rate: 1 })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const main = () => screen.getByRole('main')
const slider = (name: string) => screen.getByRole('slider', { name }) as HTMLInputElement

it('is open to guests, under its title (PROP-39)', async () => {
  await waitFor(() => expect(document.title).toBe('Settings'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings')
})

it('has a crossfade of 0 to 12 seconds, off at 0', () => {
  const crossfade = slider('Crossfade')
  expect([crossfade.min, crossfade.max, crossfade.value]).toEqual(['0', '12', '0'])
  expect(crossfade.getAttribute('aria-valuetext')).toBe('Off')
  fireEvent.change(crossfade, { target: { value: '5' } })
  expect(player.getState().settings.crossfadeSeconds).toBe(5)
  expect(crossfade.getAttribute('aria-valuetext')).toBe('5 seconds')
  expect(main().textContent).toContain('5 s')
})

it('selects the loudness mode', () => {
  expect(screen.getAllByRole('radio')).toHaveLength(4)
  for (const [name, loudness] of [
    ['Off', 'off'],
    ['By track', 'track'],
    ['By album', 'album'],
    ['Automatic', 'auto'],
  ] as const) {
    fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }))
    expect(player.getState().settings.loudness).toBe(loudness)
  }
})

it('has a speed of 0.5 to 2, and applies changes made elsewhere', () => {
  const speed = slider('Speed')
  expect([speed.min, speed.max, speed.value]).toEqual(['0.5', '2', '1'])
  fireEvent.change(speed, { target: { value: '1.35' } })
  expect(player.getState().settings.rate).toBe(1.35)
  act(() => player.setSettings({ rate: 0.75 }))
  expect(speed.getAttribute('aria-valuetext')).toBe('0.75×')
})

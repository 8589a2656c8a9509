import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCalls } from '../testing/mock-calls.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('are the first stops, and lead to the page and to the player, which keeps the focus only while it is there', async () => {
  mockBrowser()
  mockCalls()
  await showPage('/about')
  const stops = [...document.querySelectorAll('a, button')].slice(0, 2)
  expect(stops.map(stop => stop.textContent)).toEqual(['Skip to content', 'Skip to player'])
  expect(stops[0]?.getAttribute('href')).toBe('#main')
  fireEvent.click(screen.getByRole('button', { name: 'Skip to player' }))
  const player = screen.getByRole('region', { name: 'Player' })
  expect(document.activeElement).toBe(player)
  player.blur()
  expect(player.hasAttribute('tabindex')).toBe(false)
})

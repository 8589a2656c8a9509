import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { output } from '../listening/engine/__mocks__/player.ts'
import { player } from '../listening/engine/player.ts'
import { toPlayingList } from '../listening/engine/player-track.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { makeAlbum, makeTracks } from '../testing/records.ts'
import { animateTabIcon } from './animate-tab-icon.ts'

vi.mock('../listening/engine/player.ts')

const album = makeAlbum('al1', 3)
const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href

/** Whether motion is seen: changed by the listener. */
let seesMotion: { matches: boolean; change: () => void }

beforeEach(() => {
  mockBrowser()
  seesMotion = { matches: true, change() {} }
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return seesMotion.matches
    },
    addEventListener: (_: string, change: () => void) => {
      seesMotion.change = change
    },
  }))
  vi.useFakeTimers()
  document.head.innerHTML = '<link rel="icon" href="http://localhost/mark.svg">'
  animateTabIcon(player)
})
afterEach(() => {
  player.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

function play(): void {
  player.playAlbum(toPlayingList(album, makeTracks(album)))
  output.events.emit({ type: 'playing' })
}

it('moves while something plays, and shows the mark again afterwards', () => {
  play()
  vi.advanceTimersByTime(1000)
  const first = icon()
  expect(first).toMatch(/^data:image\/svg/)
  vi.advanceTimersByTime(1000)
  expect(icon()).not.toBe(first)
  player.pause()
  expect(icon()).toBe('http://localhost/mark.svg')
  vi.advanceTimersByTime(5000)
  expect(icon()).toBe('http://localhost/mark.svg')
})

it('stands still for who prefers reduced motion, also from now on', () => {
  play()
  vi.advanceTimersByTime(1000)
  expect(icon()).toMatch(/^data:/)
  seesMotion.matches = false
  seesMotion.change()
  vi.advanceTimersByTime(5000)
  expect(icon()).toBe('http://localhost/mark.svg')
})

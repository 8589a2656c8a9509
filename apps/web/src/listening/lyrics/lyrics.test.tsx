import { fetchLyrics, type LyricsLine } from '@refrain/contract/media/lyrics'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { NowPlaying } from '../bar/now-playing.tsx'
import * as faked from '../engine/player.ts'
import { toPlayingList } from '../engine/player-track.ts'

vi.mock('../engine/player.ts')

const { player, output } = faked as unknown as typeof import('../engine/__mocks__/player.ts')
const album = makeAlbum('al1', 3)

const SUNG: LyricsLine[] = [
  { seconds: 2, text: 'The first line' },
  { seconds: 4, text: '二行目' },
  { seconds: 4, text: 'the same in other words' },
  { seconds: 6, text: '' },
  { seconds: 8, text: 'الجرس ما زال يرن' },
]
const SPOKEN: LyricsLine[] = [
  { seconds: null, text: 'Not sung to the clock' },
  { seconds: null, text: '' },
  { seconds: null, text: 'and read by hand' },
]
/** Lyrics by track: synced, unsynced, none. */
const lyrics: Record<string, LyricsLine[]> = { 'al1-1': SUNG, 'al1-2': SPOKEN }
const scrollTo = vi.fn()

beforeEach(() => {
  mockBrowser()
  Object.assign(Element.prototype, { scrollTo })
  mockCalls(
    mockCall(fetchLyrics, ({ trackId }) => {
      const lines = lyrics[trackId] ?? []
      return { trackId, synced: lines === SUNG, lines }
    }),
  )
  queryClient.clear()
  queryClient.setQueryData(albumQuery('al1').queryKey, album)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NowPlaying />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  player.stop()
  output.calls.length = 0
  scrollTo.mockClear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const start = (track = 'al1-1') => act(() => player.playAlbum(toPlayingList(album, makeTracks(album)), track))
const toggle = () => screen.findByRole('button', { name: 'Lyrics' })
const open = async () => fireEvent.click(await toggle())
const lines = () => Array.from(screen.getByRole('list', { name: 'Lyrics' }).querySelectorAll('button'))
const current = () => lines().flatMap((line, index) => (line.ariaCurrent === 'true' ? [index] : []))
const at = (seconds: number) =>
  act(() => output.events.emit({ type: 'position', position: seconds, duration: 60 }))
const wayBack = () => screen.queryByRole('button', { name: 'Current line' })

it('shows the lyrics over the cover and hides them again', async () => {
  start()
  expect((await toggle()).getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('list', { name: 'Lyrics' })).toBeNull()
  await open()
  expect((await toggle()).getAttribute('aria-expanded')).toBe('true')
  expect(lines().map(line => line.textContent)).toEqual(SUNG.map(({ text }) => text))
  expect(lines().every(line => line.dir === 'auto')).toBe(true)
  expect(screen.getByRole('button', { name: 'Music' })).toBe(lines()[3])
  await open()
  expect(screen.queryByRole('list', { name: 'Lyrics' })).toBeNull()
})

it('shows nothing for a track without lyrics, and stays open for the next track', async () => {
  start()
  await open()
  act(() => player.previous())
  expect(player.getState().track?.id).toBe('al1-3')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Lyrics' })).toBeNull())
  expect(screen.queryByRole('list', { name: 'Lyrics' })).toBeNull()
  act(() => player.next())
  expect(lines()).toHaveLength(SUNG.length)
})

it('highlights the current lines, including those with the same time', async () => {
  start()
  await open()
  expect(current()).toEqual([])
  at(2.5)
  expect(current()).toEqual([0])
  at(5)
  expect(current()).toEqual([1, 2])
  at(1)
  expect(current()).toEqual([])
})

it('seeks to a clicked line', async () => {
  start()
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'الجرس ما زال يرن' }))
  expect(output.calls).toContain('seek 8')
  expect(current()).toEqual([4])
})

it('is one tab stop at the current line; arrows move between lines, not the volume', async () => {
  start()
  await open()
  at(5)
  const stops = () => lines().flatMap((line, index) => (line.tabIndex === 0 ? [index] : []))
  expect(stops()).toEqual([2])
  act(() => lines()[2]?.focus())
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  const focused = () => lines().indexOf(document.activeElement as HTMLButtonElement)
  for (const [key, index] of [
    ['ArrowDown', 3],
    ['ArrowUp', 2],
    ['End', 4],
    ['ArrowDown', 4],
    ['Home', 0],
  ] as const) {
    press(key)
    expect([focused(), ...stops()]).toEqual([index, index])
  }
  expect(screen.getByRole('list', { name: 'Lyrics' }).dataset.ownArrows).toBe('')
})

it('scrolls with the current line until scrolled by hand, then offers to return', async () => {
  start()
  await open()
  const scroller = screen.getByRole('list', { name: 'Lyrics' }).parentElement as HTMLElement
  vi.spyOn(scroller, 'scrollHeight', 'get').mockReturnValue(900)
  const followed = () => {
    const asked = scrollTo.mock.calls.length > 0
    scrollTo.mockClear()
    return asked
  }
  followed()
  at(2.5)
  expect(followed()).toBe(true)
  expect(wayBack()).toBeNull()
  fireEvent.wheel(scroller)
  at(4.5)
  expect(current()).toEqual([1, 2])
  expect(followed()).toBe(false)
  fireEvent.click(wayBack() as HTMLElement)
  expect(followed()).toBe(true)
  expect(wayBack()).toBeNull()
  expect(lines()[2]).toBe(document.activeElement)
})

it('shows unsynced lyrics as text', async () => {
  start('al1-2')
  await open()
  const text = screen.getByRole('region', { name: 'Lyrics' })
  expect(Array.from(text.querySelectorAll('p'), line => line.textContent)).toEqual(
    SPOKEN.map(({ text }) => text),
  )
  expect(text.querySelector('button')).toBeNull()
  expect(text.tabIndex).toBe(0)
})

describe('in full', () => {
  const full = () => screen.queryByRole<HTMLDialogElement>('dialog', { name: 'Lyrics' })
  const small = () => screen.getByRole('button', { name: 'Make lyrics small' })
  const enlarge = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Show lyrics in full' }))

  /** A screen wake lock, and how many are held. */
  function mockWakeLock() {
    const held = new Set<object>()
    const request = vi.fn(async () => {
      const lock = { release: async () => void held.delete(lock) }
      held.add(lock)
      return lock
    })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
    return held
  }

  beforeEach(async () => {
    start()
    await open()
  })

  it('shows them over the page, seeks to a pressed line, and makes them small again (PROP-71)', async () => {
    const main = document.body.appendChild(document.createElement('main'))
    main.id = 'main'
    await enlarge()
    expect(full()?.open).toBe(true)
    expect(main.hasAttribute('inert')).toBe(true)
    expect(full()?.textContent).toContain('Track 1')
    expect(full()?.style.getPropertyValue('--cover')).toBe(album.color)
    expect(full()?.contains(lines()[0]!)).toBe(true)
    at(4.2)
    expect(current()).toEqual([1, 2])
    fireEvent.click(lines()[4]!)
    expect(output.calls).toContain('seek 8')
    fireEvent.click(small())
    expect(full()).toBeNull()
    expect(main.hasAttribute('inert')).toBe(false)
    expect(lines()).toHaveLength(SUNG.length)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show lyrics in full' }))
    main.remove()
  })

  it('makes them small on Escape, a swipe down and Back (PROP-67, PROP-71)', async () => {
    await enlarge()
    fireEvent.keyDown(small(), { key: 'Escape' })
    expect(full()).toBeNull()
    await enlarge()
    const head = full()!.querySelector('p')!
    fireEvent.touchStart(head, { touches: [{ clientX: 100, clientY: 20 }] })
    fireEvent.touchMove(head, { touches: [{ clientX: 100, clientY: 140 }] })
    fireEvent.touchEnd(head, { touches: [] })
    expect(full()).toBeNull()
    await enlarge()
    await waitFor(() => expect(history.state?.layer).toBe(1))
    act(() => history.back())
    await waitFor(() => expect(full()).toBeNull())
    expect(lines()).toHaveLength(SUNG.length)
  })

  it('stays for the next track, and is small after one without lyrics', async () => {
    await enlarge()
    act(() => player.next())
    await waitFor(() => expect(full()?.textContent).toContain(SPOKEN[0]!.text))
    act(() => player.next())
    await waitFor(() => expect(full()).toBeNull())
    act(() => player.next())
    await screen.findByRole('list', { name: 'Lyrics' })
    expect(full()).toBeNull()
  })

  it('keeps the screen on while they are followed and play (PROP-71)', async () => {
    const held = mockWakeLock()
    act(() => output.events.emit({ type: 'playing' }))
    expect(held.size).toBe(0)
    await enlarge()
    await waitFor(() => expect(held.size).toBe(1))
    act(() => player.pause())
    await waitFor(() => expect(held.size).toBe(0))
    act(() => player.resume())
    act(() => output.events.emit({ type: 'playing' }))
    await waitFor(() => expect(held.size).toBe(1))
    // The browser has released it while the page was hidden.
    held.clear()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(held.size).toBe(1))
    fireEvent.keyDown(lines()[0]!, { key: 'ArrowDown' })
    await waitFor(() => expect(held.size).toBe(0))
    fireEvent.click(wayBack()!)
    await waitFor(() => expect(held.size).toBe(1))
    fireEvent.click(small())
    await waitFor(() => expect(held.size).toBe(0))
  })
})

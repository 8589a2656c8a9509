import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toSimilarList } from '../autoplay/similar-list.ts'
import * as faked from '../engine/player.ts'
import { toPlayerTrack, toPlayingList } from '../engine/player-track.ts'
import { QueueDock } from './queue-dock.tsx'
import { closeQueue } from './queue-opening.ts'

vi.mock('../engine/player.ts')

const { player, output } = faked as unknown as typeof import('../engine/__mocks__/player.ts')
const album = makeAlbum('al1', 4)
const others = makeTracks(makeAlbum('al2', 3)).map(track =>
  toPlayerTrack({ ...track, title: `Own ${track.title}` }),
)

/** The browser lays out a list as soon as it is there. */
class LaidOut {
  readonly #callback: () => void
  constructor(callback: () => void) {
    this.#callback = callback
  }
  observe(element: Element) {
    if (element.matches('.queue-scroll')) this.#callback()
  }
  unobserve() {}
  disconnect() {}
}

/** Answers for any album. */
const answerAlbum = vi.fn(({ id }: { readonly id: string }) => makeAlbum(id, 4))

beforeEach(() => {
  answerAlbum.mockClear()
  mockBrowser()
  vi.stubGlobal('ResizeObserver', LaidOut)
  mockCalls(mockCall(fetchAlbum, answerAlbum))
  player.playAlbum(toPlayingList(album, makeTracks(album)))
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <QueueDock />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  act(closeQueue)
  cleanup()
  player.stop()
  output.calls.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ALBUM = 'From Album al1:'
const OWN = 'Your Tracks'
const panel = () => document.getElementById('queue') as HTMLElement
const button = (name: string) => screen.getByRole('button', { name })
const section = (name: string) => within(screen.getByRole('region', { name }))
const shuffle = (name: string) => section(name).getByRole('button', { name: 'Shuffle' })
const rows = (name: string) => screen.getByRole('grid', { name }).querySelectorAll('[role="row"]')
const titles = (name: string) => Array.from(rows(name), row => row.querySelector('p')?.textContent)
const rowButton = (name: string) => screen.getByRole('button', { name: /^(Play|Pause)$/, description: name })
const add = (...tracks: typeof others) => act(() => void player.addToQueue(...tracks))

async function open(): Promise<void> {
  fireEvent.click(button('Open queue'), { detail: 1 })
  await screen.findByRole('region', { name: OWN })
}

it("opens the queue with 'Open queue' and closes it again (NOW-06, NOW-19)", async () => {
  expect(panel().dataset.open).toBe('false')
  await open()
  expect(panel().dataset.open).toBe('true')
  fireEvent.click(button('Close queue'))
  expect(panel().dataset.open).toBe('false')
})

it("has a list 'From {album title}:' and a list 'Your Tracks', the album's open by default (NOW-07, NOW-08, NOW-12)", async () => {
  await open()
  expect(button(ALBUM).getAttribute('aria-expanded')).toBe('true')
  expect(button(OWN).getAttribute('aria-expanded')).toBe('false')
  expect(titles(ALBUM)).toEqual(['Track 1', 'Track 2', 'Track 3', 'Track 4'])
  expect(screen.queryByRole('grid', { name: OWN })).toBeNull()
})

it('fetches no albums for the pictures of tracks from the catalogue', async () => {
  add(...others)
  await open()
  fireEvent.click(button(OWN))
  expect(rows(OWN)[0]?.querySelector('img')?.getAttribute('src')).toContain('/al2/')
  expect(answerAlbum).not.toHaveBeenCalled()
})

it('fetches the album of a track of an earlier visit for its picture', async () => {
  const { ...restored } = others[0]!
  add(restored)
  await open()
  fireEvent.click(button(OWN))
  await waitFor(() => expect(answerAlbum).toHaveBeenCalledOnce())
})

it('closes one list when the other opens and makes that the source, without interrupting playback (NOW-12, NOW-15, READ-49)', async () => {
  add(...others)
  await open()
  fireEvent.click(button(OWN))
  expect(button(ALBUM).getAttribute('aria-expanded')).toBe('false')
  expect(titles(OWN)).toEqual(['Own Track 1', 'Own Track 2', 'Own Track 3'])
  expect(player.getState()).toMatchObject({
    source: 'user',
    track: { id: 'al1-1' },
    nextTrack: { id: 'al2-1' },
  })
  expect(output.calls.filter(asked => asked.startsWith('start'))).toHaveLength(1)
  fireEvent.click(button(ALBUM))
  expect(player.getState()).toMatchObject({ source: 'album', nextTrack: { id: 'al1-2' } })
})

it('has a shuffle button with its state for each list, open or closed (NOW-09, READ-11, PROP-60)', async () => {
  add(...others)
  await open()
  expect([ALBUM, OWN].map(name => shuffle(name).getAttribute('aria-pressed'))).toEqual(['false', 'false'])
  fireEvent.click(shuffle(OWN))
  expect([ALBUM, OWN].map(name => shuffle(name).getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  expect(player.getState().shuffled).toEqual({ album: false, user: true })
  fireEvent.click(shuffle(ALBUM))
  expect(titles(ALBUM)).toEqual(player.getState().orders.album.map(track => track.title))
  fireEvent.click(shuffle(ALBUM))
  expect(titles(ALBUM)).toEqual(['Track 1', 'Track 2', 'Track 3', 'Track 4'])
})

it('marks only the playing row (ROW-18, READ-58)', async () => {
  await open()
  const marked = () =>
    Array.from(rows(ALBUM)).flatMap((row, index) => (row.querySelector('[data-current]') ? [index] : []))
  expect(marked()).toEqual([0])
  act(() => output.events.emit({ type: 'playing' }))
  act(() => player.next())
  expect(marked()).toEqual([1])
})

it('plays, pauses and resumes the track of a row (ROW-19 to ROW-21)', async () => {
  add(...others)
  await open()
  act(() => output.events.emit({ type: 'playing' }))
  fireEvent.click(rowButton('Track 1'))
  expect(player.getState().status).toBe('paused')
  fireEvent.click(rowButton('Track 1'))
  expect(output.calls).toContain('resume')
  fireEvent.click(rowButton('Track 3'))
  expect(player.getState()).toMatchObject({ track: { id: 'al1-3' }, index: 2, source: 'album' })
  fireEvent.click(button(OWN))
  fireEvent.click(rowButton('Own Track 2'))
  expect(player.getState()).toMatchObject({ track: { id: 'al2-2' }, index: 1, source: 'user' })
})

it('shows an added track once, and the number of tracks while closed (NOW-18)', async () => {
  add(others[0]!, others[0]!, others[1]!)
  expect(button('Open queue').getAttribute('aria-description')).toBe('2 in Your Tracks')
  await open()
  fireEvent.click(await screen.findByRole('button', { name: OWN }))
  expect(titles(OWN)).toEqual(['Own Track 1', 'Own Track 2'])
})

it('removes a track from Your Tracks, but not from the album', async () => {
  add(...others)
  await open()
  expect(screen.queryByRole('button', { name: 'Remove from Your Tracks' })).toBeNull()
  fireEvent.click(button(OWN))
  fireEvent.click(screen.getByRole('button', { name: 'Remove from Your Tracks', description: 'Own Track 2' }))
  expect(titles(OWN)).toEqual(['Own Track 1', 'Own Track 3'])
})

it('has a menu in each row, which removes a track from Your Tracks (PROP-18, ROW-10)', async () => {
  add(...others)
  await open()
  const more = (name: string) => screen.getByRole('button', { name: 'More options', description: name })
  const offered = async () => {
    await screen.findByRole('menu')
    return screen.getAllByRole('menuitem').map(entry => entry.textContent)
  }
  fireEvent.click(more('Track 2'))
  expect(await offered()).toEqual(['Go to artist', 'Go to album', 'Share'])
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(panel().dataset.open).toBe('true')
  fireEvent.click(button(OWN))
  fireEvent.contextMenu(rowButton('Own Track 2'))
  expect(await offered()).toEqual(['Go to artist', 'Go to album', 'Remove from queue', 'Share'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove from queue' }))
  expect(titles(OWN)).toEqual(['Own Track 1', 'Own Track 3'])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(rowButton('Own Track 3'))
})

it('shows what autoplay goes on with apart from the lists, with the reason, and plays from there (PROP-73)', async () => {
  await open()
  const name = 'Similar to Track 4'
  expect(screen.queryByRole('region', { name })).toBeNull()
  act(() => {
    player.setSettings({ repeat: 'off', autoplay: true })
    player.playFrom('album', 'al1-4')
    player.setContinuation(toSimilarList(player.getState().track!, others))
  })
  const rowsApart = section(name).getAllByRole('listitem')
  expect(rowsApart.map(row => row.querySelector('p')?.textContent)).toEqual([
    ...['Own Track 1', 'Own Track 2', 'Own Track 3'],
  ])
  fireEvent.click(rowButton('Own Track 2'))
  expect(player.getState()).toMatchObject({ track: { id: 'al2-2' }, list: { title: 'Track 4' } })
  expect(button(name).getAttribute('aria-expanded')).toBe('true')
  expect(titles(name)).toEqual(['Own Track 1', 'Own Track 2', 'Own Track 3'])
  act(() => player.setSettings({ repeat: 'all', autoplay: false }))
})

it('explains how to add tracks while Your Tracks is empty (PROP-44)', async () => {
  await open()
  fireEvent.click(button(OWN))
  expect(section(OWN).getByText(/Add to queue/)).toBeDefined()
  expect(player.getState()).toMatchObject({ status: 'loading', nextTrack: null })
})

it('shows no album list before anything is played (NOW-10)', async () => {
  act(() => player.stop())
  await open()
  expect(screen.getAllByRole('region')).toHaveLength(1)
})

it('focuses the list when opened by keyboard, moves with arrows and returns with Escape', async () => {
  act(() => player.playFrom('album', 'al1-2'))
  fireEvent.click(button('Open queue'), { detail: 0 })
  await screen.findByRole('region', { name: OWN })
  await waitFor(() => expect(document.activeElement).toBe(rowButton('Track 2')))
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  press('ArrowDown')
  expect(document.activeElement).toBe(rowButton('Track 3'))
  press('End')
  expect(document.activeElement).toBe(rowButton('Track 4'))
  press('ArrowDown')
  press('Home')
  expect(document.activeElement).toBe(rowButton('Track 1'))
  press('ArrowUp')
  expect(document.activeElement).toBe(rowButton('Track 1'))
  expect(Array.from(rows(ALBUM), row => row.querySelectorAll('[tabindex="0"]').length)).toEqual([1, 0, 0, 0])
  press('Escape')
  expect(panel().dataset.open).toBe('false')
  expect(document.activeElement).toBe(button('Open queue'))
})

it('removes tracks with Delete and keeps focus in the list until it is empty', async () => {
  add(...others)
  await open()
  fireEvent.click(button(OWN))
  act(() => rowButton('Own Track 3').focus())
  const remove = () => fireEvent.keyDown(document.activeElement!, { key: 'Delete' })
  remove()
  expect(document.activeElement).toBe(rowButton('Own Track 2'))
  remove()
  expect(document.activeElement).toBe(rowButton('Own Track 1'))
  remove()
  expect(document.activeElement).toBe(button(OWN))
})

it('renders only the rows near the playing one', async () => {
  const many = makeAlbum('al9', 10_000)
  act(() => player.playAlbum(toPlayingList(many, makeTracks(many)), 'al9-5001'))
  fireEvent.click(button('Open queue'), { detail: 1 })
  await screen.findByRole('region', { name: OWN })
  const list = screen.getByRole('grid', { name: 'From Album al9:' })
  expect(list.style.height).toBe('30000rem')
  expect(list.querySelectorAll('[role="row"]').length).toBeLessThan(30)
  expect(rowButton('Track 5001').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('5001')
  expect(list.parentElement?.scrollTop).toBe(4999 * 48)
  const scrolled = list.parentElement!
  scrolled.scrollTop = 100 * 48
  fireEvent.scroll(scrolled)
  expect(rowButton('Track 101')).toBeDefined()
  expect(list.querySelectorAll('[role="row"]').length).toBeLessThan(30)
})

/** Opens the list of an album of 100 tracks, seven rows high. */
async function openLong(id: string, from: string): Promise<HTMLElement> {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(7 * 48)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100 * 48)
  const long = makeAlbum(id, 100)
  act(() => player.playAlbum(toPlayingList(long, makeTracks(long)), from))
  if (panel().dataset.open === 'false') await open()
  return screen.getByRole('grid', { name: `From Album ${id}:` }).parentElement!
}

it('scrolls with the playing row until scrolled by hand', async () => {
  const box = await openLong('al8', 'al8-11')
  expect(box.scrollTop).toBe(9 * 48)
  for (let times = 0; times < 5; times++) act(() => player.next())
  expect(box.scrollTop).toBe(9 * 48)
  act(() => player.next())
  expect(box.scrollTop).toBe(15 * 48)
  act(() => player.playFrom('album', 'al8-3'))
  expect(box.scrollTop).toBe(48)
  fireEvent.wheel(box)
  act(() => player.playFrom('album', 'al8-50'))
  expect(box.scrollTop).toBe(48)
})

it('does not scroll while a row has keyboard focus', async () => {
  const box = await openLong('al8', 'al8-11')
  act(() => rowButton('Track 11').focus())
  fireEvent.keyDown(rowButton('Track 11'), { key: 'ArrowDown' })
  act(() => player.playFrom('album', 'al8-50'))
  expect(box.scrollTop).toBe(9 * 48)
  expect(document.activeElement).toBe(rowButton('Track 12'))
})

it('resets scrolling and focus when another album replaces the open one', async () => {
  const before = await openLong('al8', 'al8-11')
  fireEvent.focus(rowButton('Track 14'))
  fireEvent.wheel(before)
  const box = await openLong('al9', 'al9-61')
  expect(box.scrollTop).toBe(59 * 48)
  expect(rowButton('Track 61').tabIndex).toBe(0)
})

it('filters the open list, whose order stays', async () => {
  await open()
  fireEvent.click(section(ALBUM).getByRole('button', { name: 'Filter' }))
  fireEvent.change(section(ALBUM).getByRole('searchbox'), { target: { value: 'track 3' } })
  await waitFor(() => expect(titles(ALBUM)).toEqual(['Track 3']))
  fireEvent.click(rowButton('Track 3'))
  expect(player.getState()).toMatchObject({ track: { id: 'al1-3' }, nextTrack: { id: 'al1-4' } })
  fireEvent.change(section(ALBUM).getByRole('searchbox'), { target: { value: 'nothing' } })
  await waitFor(() => expect(titles(ALBUM)).toEqual([]))
  fireEvent.keyDown(section(ALBUM).getByRole('searchbox'), { key: 'Escape' })
  expect(panel().dataset.open).toBe('true')
  await waitFor(() => expect(titles(ALBUM)).toHaveLength(4))
})

const focusedRow = () => document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')
async function filter(text: string): Promise<void> {
  fireEvent.keyDown(document.activeElement!, { key: 'f', ctrlKey: true })
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: text } })
}

it('leads from a row of a filtered list to the same row of all', async () => {
  await openLong('al8', 'al8-11')
  act(() => rowButton('Track 11').focus())
  await filter('87')
  await waitFor(() => expect(titles('From Album al8:')).toEqual(['Track 87']))
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
  expect(focusedRow()).toBe('11')
  await filter('87')
  await waitFor(() => expect(titles('From Album al8:')).toEqual(['Track 87']))
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(focusedRow()).toBe('87')
  expect(panel().dataset.open).toBe('true')
})

it('closes the filter of a list that is collapsed', async () => {
  add(...others)
  await open()
  act(() => rowButton('Track 1').focus())
  await filter('3')
  fireEvent.click(button(OWN))
  expect(screen.queryByRole('searchbox')).toBeNull()
  act(() => button(OWN).focus())
  fireEvent.keyDown(button(OWN), { key: 'Escape' })
  expect(panel().dataset.open).toBe('false')
  await open()
  fireEvent.click(button(ALBUM))
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(titles(ALBUM)).toHaveLength(4)
})

it('leaves the focus in the filter when the last row that matches is removed', async () => {
  add(...others)
  await open()
  fireEvent.click(button(OWN))
  act(() => rowButton('Own Track 1').focus())
  await filter('3')
  await waitFor(() => expect(titles(OWN)).toEqual(['Own Track 3']))
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement!, { key: 'Delete' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(titles(OWN)).toEqual(['Own Track 1', 'Own Track 2'])
})

it('prefetches no track that has started since the pointer came', async () => {
  await open()
  const prefetch = vi.spyOn(player, 'prefetch')
  vi.useFakeTimers()
  fireEvent.pointerEnter(rowButton('Track 3'))
  act(() => player.playFrom('album', 'al1-3'))
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(prefetch).not.toHaveBeenCalled()
})

import { deleteBookmark, fetchBookmarks, saveBookmark } from '@refrain/contract/listening/bookmarks'
import { fetchChapters } from '@refrain/contract/media/chapters'
import { fetchLyrics } from '@refrain/contract/media/lyrics'
import { fetchWaveform } from '@refrain/contract/media/waveform'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { NowPlaying } from '../bar/now-playing.tsx'
import { ProgressControl } from '../bar/progress-control.tsx'
import * as faked from '../engine/player.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { createPositionStore } from './position-store.ts'
import { resumeOffer } from './resume-offer.ts'

vi.mock('../engine/player.ts')

const { player, output } = faked as unknown as typeof import('../engine/__mocks__/player.ts')
const album = makeAlbum('al1', 2)
const [long, short] = makeTracks(album)
const list = toPlayingList(album, [{ ...long!, duration: '60:00' }, short!])
const CHAPTERS = [
  { seconds: 0, title: 'Anfang' },
  { seconds: 900, title: '' },
  { seconds: 905, title: 'Close by' },
  { seconds: 1_800, title: 'Ende' },
]
let server: AccountServer
let requested: string[]
let sent: unknown[]

beforeEach(() => {
  mockBrowser()
  requested = []
  sent = []
  const bookmark = { trackId: 'al1-1', positionMs: 2_050_500, comment: 'mine', createdAt: '', changedAt: '' }
  server = mockAccounts(
    mockCall(fetchChapters, ({ trackId }) => {
      requested.push(trackId)
      return { trackId, chapters: CHAPTERS }
    }),
    mockCall(fetchWaveform, ({ trackId }) => ({ trackId, levels: [] })),
    mockCall(fetchLyrics, ({ trackId }) => ({ trackId, synced: false, lines: [] })),
    mockCall(fetchBookmarks, () => [bookmark]),
    mockCall(saveBookmark, input => {
      sent.push(input)
      return { success: true } as const
    }),
    mockCall(deleteBookmark, input => {
      sent.push(input)
      return { success: true } as const
    }),
  )
  queryClient.clear()
  queryClient.setQueryData(albumQuery('al1').queryKey, album)
})
afterEach(() => {
  cleanup()
  player.stop()
  output.calls.length = 0
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show(trackId: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NowPlaying />
        <ProgressControl />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  act(() => player.playAlbum(list, trackId))
  act(() => output.events.emit({ type: 'playing' }))
  act(() => output.events.emit({ type: 'position', position: 1_000, duration: 3_600 }))
}

it('marks the chapters on the slider, and lists them; a press seeks', async () => {
  await show('al1-1')
  const chapters = await screen.findByRole('region', { name: 'Chapters' })
  const buttons = within(chapters).getAllByRole('button')
  expect(buttons.map(button => button.textContent)).toEqual([
    '0:00Anfang',
    '15:00Chapter 2',
    '15:05Close by',
    '30:00Ende',
  ])
  expect(buttons.map(button => button.ariaCurrent)).toEqual([null, null, 'true', null])
  fireEvent.click(buttons[3]!)
  expect(output.calls).toContain('seek 1800')
  // Not at the start, and once for those beside each other.
  await waitFor(() => {
    const marks = document.querySelectorAll<HTMLElement>('.chapter-marks > span')
    expect(Array.from(marks, mark => mark.style.insetInlineStart)).toEqual(['25%', '50%'])
  })
})

it('asks for nothing of a short track', async () => {
  await show('al1-2')
  expect(requested).toEqual([])
  expect(screen.queryByRole('region', { name: 'Chapters' })).toBeNull()
})

it('offers to continue, and does by a press', async () => {
  await show('al1-1')
  act(() => resumeOffer.update({ load: player.getState().load, position: 2_050 }))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue at 34:10' }))
  expect(output.calls).toContain('seek 2050')
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull()
})

it('stores positions of members as bookmarks, whose comments stay', async () => {
  await server.signIn()
  const store = createPositionStore()
  expect([await store.read('al1-1'), await store.read('al1-2')]).toEqual([2_050.5, 0])
  await store.write('al1-1', 60.25)
  await store.write('al1-1', 0)
  expect(sent).toEqual([{ trackId: 'al1-1', positionMs: 60_250, comment: 'mine' }, { trackId: 'al1-1' }])
  expect(localStorage.getItem('positions')).toBeNull()
})

it('stores those of guests in the browser, the last fifty', async () => {
  const store = createPositionStore()
  for (let n = 0; n < 60; n++) await store.write(`t${n}`, 100 + n)
  await store.write('t58', 0)
  expect([await store.read('t59'), await store.read('t58'), await store.read('t0')]).toEqual([159, 0, 0])
  expect(JSON.parse(localStorage.getItem('positions')!)).toHaveLength(49)
  for (const broken of ['{', '{}', '[["t59","x"],7]']) {
    localStorage.setItem('positions', broken)
    expect(await store.read('t59')).toBe(0)
  }
  expect(sent).toEqual([])
})

import { fetchWaveform, WAVEFORM_BARS } from '@refrain/contract/media/waveform'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import * as faked from '../engine/player.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { ProgressControl } from './progress-control.tsx'

vi.mock('../engine/player.ts')

const { player, output } = faked as unknown as typeof import('../engine/__mocks__/player.ts')
const album = makeAlbum('al1', 3)
const levels = Array.from({ length: WAVEFORM_BARS }, (_, index) => index % 256)
let requested: string[]

beforeEach(() => {
  mockBrowser()
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  requested = []
  mockCalls(
    mockCall(fetchWaveform, ({ trackId }) => {
      requested.push(trackId)
      return { trackId, levels: trackId === 'al1-3' ? [] : levels }
    }),
  )
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <ProgressControl />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  player.stop()
  vi.restoreAllMocks()
})

const start = (track: string) => act(() => player.playAlbum(toPlayingList(album, makeTracks(album)), track))
const slider = () => screen.getByRole('slider', { name: 'Progress' })
const drawn = () =>
  Array.from(document.querySelectorAll('.waveform path'), path => path.getAttribute('d') ?? '')
/** Width of the visible played part, out of 788 px. */
const uncovered = () => {
  const window = document.querySelectorAll<HTMLElement>('.waveform-window')
  return 800 + Number(/-?\d+/.exec(window[window.length - 1]?.style.transform ?? '')?.[0])
}

it('shows and requests no waveform while idle (BAR-13)', () => {
  expect(document.querySelector('.waveform')).toBeNull()
  expect(requested).toEqual([])
})

it('draws the waveform behind the slider and keeps the range of the slider (BAR-06)', async () => {
  start('al1-1')
  await waitFor(() => expect(drawn()).toHaveLength(2))
  expect(drawn()[0]).toMatch(/^M1 .+v/)
  expect(slider().getAttribute('max')).toBe('100')
  expect(document.querySelector('.waveform')?.getAttribute('aria-hidden')).toBe('true')
})

it('reveals the played part without redrawing', async () => {
  start('al1-1')
  act(() => output.events.emit({ type: 'position', position: 0, duration: 200 }))
  await waitFor(() => expect(drawn()).toHaveLength(2))
  expect(uncovered()).toBe(0)
  const paths = document.querySelectorAll('.waveform path')
  const changes = vi.fn()
  const observer = new MutationObserver(changes)
  for (const path of paths) observer.observe(path, { attributes: true })
  act(() => output.events.emit({ type: 'position', position: 100, duration: 200 }))
  expect(uncovered()).toBe(400)
  expect(observer.takeRecords()).toEqual([])
  expect(Array.from(document.querySelectorAll('.waveform path'))).toEqual(Array.from(paths))
})

it('prefetches the waveform of the next track once', async () => {
  start('al1-1')
  await waitFor(() => expect(requested).toEqual(['al1-1', 'al1-2']))
  act(() => player.next())
  await waitFor(() => expect(requested).toEqual(['al1-1', 'al1-2', 'al1-3']))
})

it('shows the plain slider for a track without a waveform', async () => {
  start('al1-3')
  await waitFor(() => expect(requested).toContain('al1-3'))
  await waitFor(() => expect(queryClient.getQueryData(['waveform', 'al1-3'])).toEqual([]))
  expect(document.querySelector('.waveform-bars')).toBeNull()
})

it('shows the time under a mouse pointer, not under a finger', async () => {
  start('al1-3')
  act(() => output.events.emit({ type: 'position', position: 0, duration: 200 }))
  await waitFor(() => expect(document.querySelector('.waveform')).not.toBeNull())
  const time = () => document.querySelector('.waveform-time')?.textContent
  // The thumb's centre moves from 6 px to 794 px.
  for (const [clientX, shown] of [
    [400, '1:40'],
    [0, '0:00'],
    [800, '3:20'],
    [203, '0:50'],
  ] as const) {
    fireEvent.pointerMove(slider(), { clientX, pointerType: 'mouse' })
    expect(time()).toBe(shown)
  }
  fireEvent.pointerLeave(slider().parentElement as HTMLElement)
  expect(time()).toBeUndefined()
  fireEvent.pointerMove(slider(), { clientX: 400, pointerType: 'touch' })
  expect(time()).toBeUndefined()
})

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { announcement } from '../announcements/announce.ts'
import { toSimilarList } from '../autoplay/similar-list.ts'
import * as faked from '../engine/player.ts'
import { toPlayerTrack, toPlayingList } from '../engine/player-track.ts'
import { BottomPlayer } from './bottom-player.tsx'
import { NowPlaying } from './now-playing.tsx'

vi.mock('../engine/player.ts')

const { player, output } = faked as unknown as typeof import('../engine/__mocks__/player.ts')
const album = makeAlbum('al1', 3)
const tracks = makeTracks(album).map((track, index) =>
  index === 1 ? { ...track, title: 'A title that is too long to show' } : track,
)
const togglePanel = vi.fn()

beforeEach(() => {
  mockBrowser()
  queryClient.setQueryData(albumQuery('al1').queryKey, album)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <BottomPlayer panelOpen onTogglePanel={togglePanel} />
        <NowPlaying />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  player.stop()
  player.setVolume(1)
  output.calls.length = 0
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const slider = (name: string) => screen.getByRole('slider', { name }) as HTMLInputElement
const time = () => document.querySelector('[data-part="time"]')?.textContent
const start = () => act(() => player.playAlbum(toPlayingList(album, tracks)))

it('ignores the controls while idle (BAR-13, READ-35, BAR-05)', () => {
  for (const name of ['Previous', 'Play', 'Next']) press(name)
  fireEvent.change(slider('Progress'), { target: { value: '50' } })
  expect(player.getState().status).toBe('idle')
  expect(slider('Progress').value).toBe('0')
  expect(time()).toBe('__:__')
})

it('keeps volume and sidebar toggle working while idle (READ-35, BAR-09)', () => {
  fireEvent.change(slider('Volume'), { target: { value: '0.42' } })
  expect(player.getState().volume).toBe(0.42)
  press('Toggle sidebar')
  expect(togglePanel).toHaveBeenCalledTimes(1)
})

it('has a progress slider from 0 to 100 and a volume slider from 0 to 1 (BAR-06, BAR-07, BAR-08, CON-03, CON-04)', () => {
  expect([slider('Progress').min, slider('Progress').max]).toEqual(['0', '100'])
  const { min, max, step, value } = slider('Volume')
  expect([min, max, step, value]).toEqual(['0', '1', '0.01', '1'])
})

it('moves to the next and the previous track (BAR-01, BAR-04)', () => {
  start()
  press('Next')
  expect(player.getState().track?.id).toBe('al1-2')
  press('Previous')
  press('Previous')
  expect(player.getState().track?.id).toBe('al1-3')
})

it('goes through the modes of repeat by a button right of Next, whose name says which (PROP-72)', () => {
  start()
  const repeat = screen.getByRole('button', { name: 'Repeat: all' })
  expect(repeat.previousElementSibling).toBe(screen.getByRole('button', { name: 'Next' }))
  for (const [name, mode] of [
    ['Repeat: one', 'one'],
    ['Repeat: off', 'off'],
    ['Repeat: all', 'all'],
  ]) {
    fireEvent.click(repeat)
    expect(repeat.getAttribute('aria-label')).toBe(name)
    expect(repeat.dataset.lit).toBe(`${mode !== 'off'}`)
    expect(player.getState().settings.repeat).toBe(mode)
    expect(announcement.getState().text).toBe(name)
  }
})

it('previews what comes: nothing after the end, and similar music with its reason (NOW-05, READ-12)', () => {
  start()
  const preview = () => screen.queryByRole('region', { name: /^(Next|Similar)/ })?.textContent
  act(() => player.previous())
  expect(preview()).toBe('NextTrack 1Artist ar1')
  act(() => player.setSettings({ repeat: 'off', autoplay: true }))
  expect(preview()).toBeUndefined()
  act(() => player.setContinuation(toSimilarList(player.getState().track!, [toPlayerTrack(tracks[0]!)])))
  expect(preview()).toBe('Similar to Track 3Track 1Artist ar1')
  act(() => player.setSettings({ repeat: 'all', autoplay: false }))
})

it('shuffles the list that plays by a toggle left of Previous (PROP-68, NOW-09)', () => {
  start()
  const shuffle = screen.getByRole('button', { name: 'Shuffle' })
  expect(shuffle.nextElementSibling).toBe(screen.getByRole('button', { name: 'Previous' }))
  expect(shuffle.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(shuffle)
  expect(shuffle.getAttribute('aria-pressed')).toBe('true')
  expect(player.getState().shuffled).toEqual({ album: true, user: false })
  act(() => player.selectSource('user'))
  expect(shuffle.getAttribute('aria-pressed')).toBe('false')
  act(() => player.selectSource('album'))
  fireEvent.click(shuffle)
  expect(player.getState().shuffled.album).toBe(false)
})

it('shows a spinner while audio loads, then toggles between pause and play (BAR-02, BAR-03)', () => {
  start()
  expect(screen.getByRole('button', { name: 'Pause' }).getAttribute('aria-busy')).toBe('true')
  act(() => output.events.emit({ type: 'playing' }))
  expect(screen.getByRole('button', { name: 'Pause' }).getAttribute('aria-busy')).toBeNull()
  press('Pause')
  expect(player.getState().status).toBe('paused')
  press('Play')
  expect(output.calls).toContain('resume')
})

it('shows the position as text and as the value text of the slider (BAR-05, BAR-06, READ-57)', () => {
  start()
  act(() => output.events.emit({ type: 'position', position: 80.5, duration: 185 }))
  expect(time()).toBe('1:20 / 3:05')
  expect(slider('Progress').getAttribute('aria-valuetext')).toBe('1 minute 20 seconds of 3 minutes 5 seconds')
})

it('shows the position while the slider is dragged, and seeks on release (BAR-06)', () => {
  start()
  act(() => output.events.emit({ type: 'position', position: 0, duration: 200 }))
  fireEvent.pointerDown(slider('Progress'))
  fireEvent.change(slider('Progress'), { target: { value: '50' } })
  expect(time()).toBe('1:40 / 3:20')
  expect(output.calls.some(asked => asked.startsWith('seek'))).toBe(false)
  fireEvent.pointerUp(slider('Progress'))
  expect(output.calls).toContain('seek 100')
})

it('cancels a drag when the next track starts (BAR-06)', () => {
  start()
  act(() => output.events.emit({ type: 'position', position: 20, duration: 185 }))
  fireEvent.pointerDown(slider('Progress'))
  fireEvent.change(slider('Progress'), { target: { value: '50' } })
  act(() => output.events.emit({ type: 'ended' }))
  act(() => output.events.emit({ type: 'position', position: 10, duration: 200 }))
  expect(slider('Progress').value).toBe('5')
  const asked = output.calls.length
  fireEvent.change(slider('Progress'), { target: { value: '60' } })
  fireEvent.pointerUp(slider('Progress'))
  expect(output.calls).toHaveLength(asked)
  expect(player.progress.getState().position).toBe(10)
  expect(slider('Progress').value).toBe('5')
})

it("shows 'Play an album to preview' before anything is played (NOW-10)", () => {
  expect(screen.getByText('Play an album to preview')).toBeDefined()
  start()
  expect(screen.queryByText('Play an album to preview')).toBeNull()
})

it('shows the current track, its artist and the next track in the panel (NOW-01, NOW-02, NOW-05, NOW-11)', () => {
  start()
  expect(screen.getByRole('heading', { level: 2 }).querySelector('a')?.getAttribute('href')).toBe(
    '/albums/al1',
  )
  const creator = screen.getByRole('region', { name: 'Created By' }).querySelector('a')
  expect([creator?.textContent, creator?.getAttribute('href')]).toEqual(['Artist ar1', '/artists/ar1'])
  const next = screen.getByRole('region', { name: 'Next' })
  expect(next.textContent).toContain('A title that is to ...')
  expect(next.querySelector('[title]')?.getAttribute('title')).toBe('A title that is too long to show')
})

it('links each artist of the credit, in the bar and in the panel (NAME-09)', () => {
  const artists = ['Ada', 'Bo'].map((name, n) => ({ id: `ar${n + 1}`, name }))
  const credited = tracks.map(track => ({ ...track, artistName: 'Ada feat. Bo', artists }))
  act(() => player.playAlbum(toPlayingList(album, credited)))
  for (const region of ['Player', 'Created By']) {
    const shown = within(screen.getByRole('region', { name: region }))
    const links = shown
      .getAllByRole('link')
      .filter(link => link.getAttribute('href')?.startsWith('/artists/'))
    expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ada', '/artists/ar1'],
      ['Bo', '/artists/ar2'],
    ])
    expect(links[0]?.parentElement?.textContent).toBe('Ada feat. Bo')
  }
})

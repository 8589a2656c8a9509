import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { TrackRow } from '../../pages/tracks/track-row.tsx'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { Grid, GridRow } from '../../ui/grid/grid-parts.tsx'
import * as faked from '../engine/player.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { QueueDock } from '../queue/queue-dock.tsx'
import { closeQueue } from '../queue/queue-opening.ts'
import { NowPlaying } from './now-playing.tsx'

vi.mock('../engine/player.ts')

const { player } = faked as unknown as typeof import('../engine/__mocks__/player.ts')
const album = makeAlbum('al1', 2)
const TITLES = ['A title that is too long to show', 'Another that is too long to show']
const tracks = makeTracks(album).map((track, index) => ({ ...track, title: TITLES[index]! }))

beforeEach(() => {
  mockBrowser()
  mockAccounts(mockCall(fetchAlbum, () => album))
  player.playAlbum(toPlayingList(album, tracks))
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NowPlaying />
        <QueueDock />
        <Grid aria-label="Page">
          {tracks.map((track, index) => (
            <GridRow key={track.id} index={index}>
              <TrackRow track={track} menuOpen={false} onMenu={() => {}} />
            </GridRow>
          ))}
        </Grid>
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  act(closeQueue)
  cleanup()
  player.stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const titlesIn = (list: HTMLElement) =>
  Array.from(list.querySelectorAll('.queue-track, .track-title'), title => title.textContent)

it('truncates the titles of the current and the next track, but not those of rows (NOW-11, READ-07)', async () => {
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('A title that is to ...')
  const next = screen.getByRole('region', { name: 'Next' })
  expect(next.querySelector('p')?.textContent).toBe('Another that is to ...')
  fireEvent.click(screen.getByRole('button', { name: 'Open queue' }))
  expect(titlesIn(await screen.findByRole('grid', { name: 'From Album al1:' }))).toEqual(TITLES)
  expect(titlesIn(screen.getByRole('grid', { name: 'Page' }))).toEqual(TITLES)
})

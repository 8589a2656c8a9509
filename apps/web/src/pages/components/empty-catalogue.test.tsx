import { fetchMoreAlbums, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { fetchImportStatus, type ImportStatus } from '@refrain/contract/catalogue/import-status'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

beforeEach(mockBrowser)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const IDLE: ImportStatus = { version: 1, removals: 0, tracks: 0, running: null, nextCheckSeconds: 1 }
const RUNNING: ImportStatus = { ...IDLE, running: { sample: false, done: 30, total: 120 } }

function answerEmpty(status: ImportStatus, albums = [] as ReturnType<typeof makeAlbum>[]): void {
  mockCalls(
    mockCall(fetchImportStatus, () => status),
    mockCall(fetchPopularArtists, () => []),
    mockCall(fetchPopularAlbums, () => albums),
    mockCall(fetchMoreAlbums, () => ({ albums, totalResults: albums.length })),
    mockCall(fetchAllGenres, () => []),
    mockCall(searchCatalogue, () => ({ tracks: [], artists: [], albums: [] })),
  )
}
const main = () => screen.getByRole('main').textContent

describe('an empty catalogue', () => {
  it.each(['/', '/albums', '/search', '/search?q=loom'])(
    'shows the progress of the import on %s',
    async path => {
      answerEmpty({ ...RUNNING, tracks: 1_200 })
      await showPage(path)
      const bar = await screen.findByRole('progressbar', { name: 'Adding your music: 1,200 tracks so far' })
      expect(bar.getAttribute('aria-valuenow')).toBe('25')
    },
  )

  it('shows the number of files before the first tracks are added, and names the sample music', async () => {
    answerEmpty(RUNNING)
    await showPage('/')
    await screen.findByRole('progressbar', { name: 'Adding your music: 120 files found' })
    cleanup()
    answerEmpty({ ...IDLE, running: { sample: true, done: 0, total: 0 } })
    await showPage('/')
    const bar = await screen.findByRole('progressbar', { name: 'Adding the sample music' })
    expect(bar.hasAttribute('aria-valuenow')).toBe(false)
  })

  it('says that there is no music', async () => {
    answerEmpty(IDLE)
    await showPage('/')
    await screen.findByText('Music appears here as soon as it is added.')
    await screen.findByRole('heading', { name: 'No music yet' })
  })
})

describe('a catalogue with music', () => {
  it('shows the import at the end of Home once its size is known', async () => {
    answerEmpty(RUNNING, [makeAlbum('a', 1)])
    await showPage('/')
    await screen.findByRole('heading', { name: 'Popular albums' })
    expect(screen.queryByRole('progressbar')).toBeNull()
    queryClient.setQueryData(importStatusQuery.queryKey, { ...RUNNING, tracks: 9 })
    await screen.findByRole('progressbar', { name: 'Adding your music: 9 tracks so far' })
    // A folder that is searched again may contain nothing new.
    queryClient.setQueryData(importStatusQuery.queryKey, {
      ...RUNNING,
      running: { sample: false, done: 0, total: 0 },
    })
    await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), 20_000)
  })

  it('says nothing of an empty catalogue if a search finds nothing (PROP-62)', async () => {
    answerEmpty({ ...IDLE, tracks: 9 })
    await showPage('/search?q=loom')
    await vi.waitFor(() => expect(document.querySelector('[data-empty]')).not.toBeNull(), 20_000)
    expect(main()).not.toContain('No music')
  })
})

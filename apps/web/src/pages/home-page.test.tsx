import { fetchPopularAlbums, fetchPopularArtists } from '@refrain/contract/catalogue'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, answering } from '../testing/answer-calls.ts'
import { makeAlbum, makeArtist } from '../testing/records.ts'
import { pretendBrowser, showPage } from '../testing/show-page.tsx'

vi.mock('../listening/player.ts')

beforeEach(pretendBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const artists = ['ar1', 'ar2'].map(makeArtist)
const albums = ['al1', 'al2', 'al3'].map(id => makeAlbum(id, 1))

it('is titled Home, also for those who hear it (ROUTE-02, READ-18)', async () => {
  answerCalls(
    answering(fetchPopularArtists, () => artists),
    answering(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeDefined()
  await vi.waitFor(() => expect(document.title).toBe('Home'))
})

it('shows popular artists, then popular albums, each with its way to all of them (HOME-04 to HOME-07, ROUTE-04)', async () => {
  answerCalls(
    answering(fetchPopularArtists, () => artists),
    answering(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  await screen.findByRole('heading', { name: 'Popular artists' })
  expect(
    screen
      .getAllByRole('heading', { level: 2 })
      .map(heading => heading.textContent)
      .slice(0, 2),
  ).toEqual(['Popular artists', 'Popular albums'])
  const all = screen.getAllByText('Show all').map(link => link.getAttribute('href'))
  expect(all).toEqual(['/PopularArtists', '/popularalbums'])
})

it('shows artists and albums as cards (CARD-02 to CARD-04, CARD-06 to CARD-08)', async () => {
  answerCalls(
    answering(fetchPopularArtists, () => artists),
    answering(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  const [artist] = within(await screen.findByRole('region', { name: 'Popular artists' })).getAllByRole(
    'listitem',
  )
  expect(artist?.textContent).toBe('Artist ar1Artist')
  expect(artist?.querySelector('a')?.getAttribute('href')).toBe('/artists/ar1')
  const [album] = within(screen.getByRole('region', { name: 'Popular albums' })).getAllByRole('listitem')
  expect(album?.textContent).toBe('Album al1Artist ar1')
  expect(album?.querySelector('a')?.getAttribute('href')).toBe('/albums/al1')
})

it('gives each carousel its two buttons (HOME-17, HOME-18)', async () => {
  answerCalls(
    answering(fetchPopularArtists, () => artists),
    answering(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  await screen.findByRole('region', { name: 'Popular artists' })
  expect(screen.getAllByRole('button', { name: 'Previous slide' })).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Next slide' })).toHaveLength(2)
})

it('loads until both lists are there, and leaves out what is empty (HOME-12)', async () => {
  let answer: (response: typeof albums) => void = () => {}
  answerCalls(
    answering(fetchPopularArtists, () => []),
    answering(fetchPopularAlbums, () => albums),
  )
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === fetchPopularAlbums.path) await new Promise(resolve => (answer = resolve))
    return fetch(url, init)
  })
  await showPage('/')
  expect((await screen.findAllByRole('status', { name: 'Loading' })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('heading', { name: 'Popular albums' })).toBeNull()
  answer(albums)
  await screen.findByRole('heading', { name: 'Popular albums' })
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Popular artists' })).toBeNull()
})

it('has no words where there is nothing at all (PROP-62, READ-59)', async () => {
  answerCalls(
    answering(fetchPopularArtists, () => []),
    answering(fetchPopularAlbums, () => []),
  )
  await showPage('/')
  await vi.waitFor(() => expect(document.querySelector('[data-empty]')).not.toBeNull(), 20_000)
  expect(screen.getByRole('main').textContent).toBe('Home')
})

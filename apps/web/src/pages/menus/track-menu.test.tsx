import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as faked from '../../listening/engine/player.ts'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

const { player, output } = faked as unknown as typeof import('../../listening/engine/__mocks__/player.ts')
const album = makeAlbum('al1', 4)
const tracks = makeTracks(album).map((track, place) => ({ ...track, available: place !== 3 }))

beforeEach(async () => {
  mockAccounts(
    mockCall(fetchAlbum, () => album),
    mockCall(fetchAlbumTracks, () => tracks),
  )
  await showPage('/albums/al1')
  await screen.findByText('Track 4')
})
afterEach(() => {
  player.stop()
  cleanup()
  output.calls.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const more = (description?: string) =>
  within(screen.getByRole('main')).getAllByRole('button', {
    name: 'More options',
    ...(description && { description }),
  })[0]!
const own = () => player.getState().naturalOrders.user.map(track => track.id)
const announcement = () => document.querySelector('[data-part="announcement"]')?.textContent
const closed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

async function add(description?: string): Promise<void> {
  fireEvent.click(more(description))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to queue' }))
}

it('adds a track to Your Tracks, confirms it, and starts no playback', async () => {
  await add('Track 2')
  expect(await screen.findByRole('menuitem', { name: 'Added to Your Tracks' })).toBeDefined()
  expect(own()).toEqual(['al1-2'])
  expect(announcement()).toBe('Added to Your Tracks')
  expect(player.getState().status).toBe('idle')
  await closed()
})

it('ignores a track that is already queued (NOW-18)', async () => {
  await add('Track 2')
  await closed()
  await add('Track 2')
  await closed()
  expect(own()).toEqual(['al1-2'])
})

it('is not offered for an unavailable track', async () => {
  fireEvent.click(more('Track 4'))
  await screen.findByRole('menuitem', { name: 'Go to album' })
  expect(screen.queryByRole('menuitem', { name: 'Add to queue' })).toBeNull()
})

it('adds the tracks of an album in order, without those already queued (NOW-18)', async () => {
  await add('Track 2')
  await closed()
  await add()
  expect(await screen.findByRole('menuitem', { name: 'Added to Your Tracks' })).toBeDefined()
  expect(own()).toEqual(['al1-2', 'al1-1', 'al1-3'])
})

it('prefetches the track that is hovered or focused if it is available', async () => {
  const prefetched = () => output.calls.filter(call => call.startsWith('prefetch'))
  const button = (description: string) => screen.getByRole('button', { name: 'Play', description })
  fireEvent.pointerEnter(button('Track 2').closest('[data-row]')!)
  await waitFor(() => expect(prefetched()).toEqual(['prefetch al1-2']))
  fireEvent.focus(button('Track 3'))
  fireEvent.focus(button('Track 4'))
  await waitFor(() => expect(prefetched()).toEqual(['prefetch al1-2', 'prefetch al1-3']))
  const [whole] = within(screen.getByRole('main')).getAllByRole('button', { name: 'Play' })
  fireEvent.focus(whole!)
  await waitFor(() => expect(prefetched().at(-1)).toBe('prefetch al1-1'))
})

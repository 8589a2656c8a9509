import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { PlayingCover } from '../bar/playing-cover.tsx'
import { doubtPictures } from './known-pictures.ts'
import { toPlayerTrack } from './player-track.ts'

const replaced = { ...makeAlbum('al1', 1), picturePath: 'new.webp' }
const answerAlbum = vi.fn(() => replaced)

beforeEach(() => {
  answerAlbum.mockClear()
  mockCalls(mockCall(fetchAlbum, answerAlbum))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  const [track] = makeTracks(makeAlbum('al1', 1))
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <PlayingCover track={toPlayerTrack(track!)} sizes="40px" className="" />
    </QueryClientProvider>,
  )
  return () => container.querySelector('img')
}

it('observes no query for a picture that is known', () => {
  const image = show()
  expect(image()?.getAttribute('src')).toContain('al1-512')
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

it.each([
  ['the catalogue has changed', () => act(doubtPictures)],
  ['the picture does not load', (image: () => Element | null) => fireEvent.error(image()!)],
])('shows the new cover after %s', async (_when, happen) => {
  const image = show()
  happen(image)
  await waitFor(() => expect(image()?.getAttribute('src')).toContain('new-512'))
  expect(answerAlbum).toHaveBeenCalledOnce()
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { PlaylistCover } from './playlist-cover.tsx'

it('shows title and artist of an album without a picture', () => {
  const tracks = makeTracks({ ...makeAlbum('al1', 2), title: 'Still', picturePath: '' })
  const playlist = {
    ...{ id: 'pl1', type: 'playlist' as const, picturePath: '', color: '#553322', thumbhash: '' },
    tracks: tracks.map(({ id }) => id),
  }
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PlaylistCover playlist={playlist} tracks={tracks} sizes="180px" />
    </QueryClientProvider>,
  )
  expect(shown).toContain('Still')
  expect(shown).toContain('Artist ar1')
})

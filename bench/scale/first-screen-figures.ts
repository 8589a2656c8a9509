import { fetchArtistAlbums } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchMoreArtistTracks, fetchMoreGenreTracks } from '@refrain/contract/catalogue/tracks'
import { requestFor } from '@refrain/contract/request'
import { artistId, genreId, LARGE } from '../data/catalogue-plan.ts'
import type { Figure } from './figure.ts'

const budget = { sqlite: 10, postgres: 20 }
const SAMPLES = 100

/** What the pages of the largest artist and genre show first. */
export function firstScreenFigures(): Figure[] {
  const artist = artistId(LARGE)
  return [
    {
      name: 'artist with 3,000 tracks',
      percentile: 0.99,
      budget,
      samples: SAMPLES,
      ask: () => [
        requestFor(fetchArtist, { artistId: artist }),
        requestFor(fetchMoreArtistTracks, { artistId: artist }),
        requestFor(fetchArtistAlbums, { artistId: artist }),
      ],
      limit: raw =>
        raw.run(
          'select tracks.* from track_artists join tracks on tracks.id = track_id where track_artists.artist_id = ? limit 50',
          artist,
        ),
      reason: { sqlite: 'its 300 albums name 3,000 tracks, in a response of 154 KB' },
    },
    {
      name: 'genre with 100,000 tracks',
      percentile: 0.99,
      budget,
      samples: SAMPLES,
      ask: () => [requestFor(fetchMoreGenreTracks, { genreId: genreId(LARGE) })],
      limit: raw =>
        raw.run(
          'select tracks.* from track_genres join tracks on tracks.id = track_id where genre_id = ? limit 50',
          genreId(LARGE),
        ),
    },
  ]
}

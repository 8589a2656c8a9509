import { fetchAlbum, fetchMoreAlbums, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchMoreArtists, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { fetchFollowingArtists } from '@refrain/contract/library/follows'
import { countLimits } from '@refrain/contract/limits'
import { fetchInterestedAlbums } from '@refrain/contract/listening/interests'
import { requestFor } from '@refrain/contract/request'
import { albumId, type CataloguePlan, LARGE, memberId, memberToken } from '../data/catalogue-plan.ts'
import { pick } from '../data/mix.ts'
import type { Figure } from './figure.ts'
import { firstScreenFigures } from './first-screen-figures.ts'
import { listingFigures } from './listing-figures.ts'
import { rowsOfPage } from './raw-rows.ts'
import { searchFigures } from './search-figures.ts'
import { writeFigures } from './write-figures.ts'

const SUGGESTIONS = 'ten statements: 500 artists, their most played tracks, and albums not yet played'

/** Every figure of the catalogue and the library, in the order of the table. */
export function allFigures(plan: CataloguePlan): Figure[] {
  return [
    albumPage(plan),
    ...listings(plan),
    ...listingFigures(),
    ...searchFigures(),
    ...firstScreenFigures(),
    home(),
    ...writeFigures(plan),
  ]
}

function albumPage(plan: CataloguePlan): Figure {
  const albumOf = (n: number) => albumId(pick(plan.albums, n, 60))
  return {
    name: 'album page',
    percentile: 0.99,
    budget: { sqlite: 3, postgres: 8 },
    ask: n => [
      requestFor(fetchAlbum, { id: albumOf(n) }),
      requestFor(fetchAlbumTracks, { albumId: albumOf(n) }),
    ],
    async limit(raw, n) {
      const id = albumOf(n)
      await raw.run(
        'select albums.*, artists.name from albums join artists on artists.id = artist_id where albums.id = ?',
        id,
      )
      await raw.run(
        'select id from tracks where album_id = ? order by disc, number, file_order, sort_title, id',
        id,
      )
      await raw.run(
        'select * from tracks where album_id = ? order by disc, number, file_order, sort_title, id',
        id,
      )
    },
    reason: { sqlite: 'one call of a hundred meets a garbage collection: 2.2 to 3.6 ms in repeated runs' },
  }
}

/** The first, the middle and the last page of both listings. */
function listings(plan: CataloguePlan): Figure[] {
  const pagesOf = (count: number) => Math.min(Math.ceil(count / countLimits.pageSize), countLimits.lastPage)
  const kinds = [
    {
      name: 'albums',
      key: 'sort_title',
      fetch: fetchMoreAlbums,
      pages: pagesOf(plan.albums),
      reason: { sqlite: 'tracks of 20 albums lie all over 2.2 GB; a cache that holds more takes memory' },
    },
    { name: 'artists', key: 'sort_name', fetch: fetchMoreArtists, pages: pagesOf(plan.artists), reason: {} },
  ] as const
  return kinds.flatMap(({ name, key, fetch, pages, reason }) => {
    const near = Math.min(50, Math.floor(pages / 3))
    const depths = { first: 1, middle: Math.floor(pages / 2), last: pages - near }
    return Object.entries(depths).map(
      ([depth, from]): Figure => ({
        name: `${name}, ${depth} pages`,
        percentile: 0.99,
        budget: { sqlite: 3, postgres: 10 },
        ask: n => [requestFor(fetch, { page: from + (n % near) })],
        limit: (raw, n) => rowsOfPage(raw, name, key, n),
        reason,
      }),
    )
  })
}

function home(): Figure {
  const token = memberToken(LARGE)
  return {
    name: 'Home with 500 follows',
    percentile: 0.99,
    budget: { sqlite: 20, postgres: 40 },
    ask: () => [
      requestFor(fetchPopularArtists, {}),
      requestFor(fetchPopularAlbums, {}),
      { ...requestFor(fetchFollowingArtists, {}), token },
      { ...requestFor(fetchInterestedAlbums, {}), token },
    ],
    limit: raw =>
      raw.run(
        'select artists.* from follows join artists on artists.id = artist_id where user_id = ? order by followed_at desc',
        memberId(LARGE),
      ),
    reason: { sqlite: SUGGESTIONS, postgres: SUGGESTIONS },
  }
}

import {
  fetchAlbum,
  fetchArtistAlbums,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from '@refrain/contract/catalogue/albums'
import { fetchMoreArtists, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import {
  fetchArtistTracks,
  fetchGenreTracks,
  fetchMoreArtistTracks,
  fetchMoreGenreTracks,
  fetchTracksByIds,
} from '@refrain/contract/catalogue/tracks'
import {
  fetchAllAlbums,
  fetchAllArtists,
  fetchAllTracks,
  fetchTrackDetails,
  fetchTracks,
  fetchTracksOfAlbums,
} from '@refrain/contract/compat/catalogue'
import { expect, it, vi } from 'vitest'
import * as direct from '../database/direct-read.ts'
import type { OpenDatabase } from '../database/open.ts'
import { MANY_FOLLOWS, readTopTracks } from '../library/follows/follow-store.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { explainQuery, type Query } from '../testing/databases/query-plan.ts'
import { seed } from '../testing/seed.ts'
import { call, startApp } from '../testing/start-app.ts'
import * as listings from './listings/listing-store.ts'
import { readListing } from './listings/listing-store.ts'
import { encodeCursor } from './routes.ts'

/** Orders without an index of their own, each with its reason. */
const SORTED: readonly { readonly read: RegExp; readonly why: string }[] = [
  { read: /"albums" as "skipped"/, why: 'sorts the twenty albums of one page, found by the index' },
  { read: /"search_(title|name)" > /, why: 'sorts what begins with the query, found by the index' },
  { read: /string_agg\(id/, why: 'sorts the tracks of each album, which come in this order' },
  { read: /from artists join albums/, why: 'sorts the albums of each artist, who come in this order' },
  { read: /with letters as/, why: 'sorts the counts that begin with one letter, found by the index' },
  { read: /cross join/, why: 'sorts some thousand candidates, no more than a walk would pass' },
  {
    read: /from "album_artists" where/,
    why: 'sorts the albums that an artist shares with others, found by the index',
  },
  { read: /with found as materialized/, why: 'sorts what few of the most popular rows contain' },
]

const ALL_LISTINGS = [
  listings.allTracks,
  listings.allAlbums,
  listings.allArtists,
  listings.newestAlbums,
  listings.albumsByTitle,
  listings.albumsByArtist,
]

onBothDatabases('every sort order', openDatabase => {
  it('is read from an index, with the exceptions listed', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    const track = await put.track('A', album, [artist])
    const genre = await put.genre('Ambient', [track])
    for (let i = 0; i < 501; i++) await put.artist(`Artist ${i}`)

    const queries = await collectReads(open, async () => {
      const app = await startApp(open)
      const inputs = [
        [fetchAllAlbums, {}],
        [fetchAllArtists, {}],
        [fetchAllTracks, {}],
        [fetchAllGenres, {}],
        [fetchMoreAlbums, { page: 2 }],
        [fetchMoreArtists, { page: 2 }],
        [fetchPopularAlbums, {}],
        [fetchPopularArtists, {}],
        [fetchAlbum, { id: album }],
        [fetchTracks, { albumid: album }],
        [fetchArtistAlbums, { artistId: artist }],
        [fetchArtistTracks, { artistId: artist }],
        [fetchGenreTracks, { genre: 'Ambient' }],
        [fetchMoreArtistTracks, { artistId: artist }],
        [fetchMoreArtistTracks, { artistId: artist, after: encodeCursor([3, 'a', track]) }],
        [fetchMoreGenreTracks, { genreId: genre, after: encodeCursor([3, 'a', track]) }],
        [fetchTracksOfAlbums, { albumArray: [album] }],
        [fetchTracksByIds, { tracksArray: [track] }],
        [fetchTrackDetails, { trackId: track }],
        [searchCatalogue, { query: 'ti' }],
        [searchCatalogue, { query: 'artis' }],
      ] as const
      for (const [operation, input] of inputs) {
        const answer = await call(app, operation, input as never)
        expect([operation.name, answer.statusCode]).toEqual([operation.name, 200])
      }
      await readTopTracks(open.db, 'user', MANY_FOLLOWS)
      const of = [
        listings.albumsOfYears(1990, 1999),
        listings.albumsOfGenre(genre),
        listings.tracksOfGenre(genre),
      ]
      for (const listing of [...ALL_LISTINGS, ...of]) {
        const page = { skip: 0, most: 500 }
        const { last } = await readListing(open.db, listing, { ...page, after: undefined })
        if (last) await readListing(open.db, listing, { ...page, after: last })
      }
    })
    const ordered = queries.filter(query => /order by/i.test(query.sql))
    expect(ordered.length).toBeGreaterThan(10)
    const unexplained: string[] = []
    for (const query of ordered) {
      const plan = await explainQuery(open, query)
      const sorts = /TEMP B-TREE|^\s*(->)?\s*(Incremental )?Sort\b|SCAN (?!.* USING )/m.test(plan)
      if (sorts && !SORTED.some(({ read }) => read.test(query.sql))) unexplained.push(`${query.sql}\n${plan}`)
    }
    expect(unexplained).toEqual([])
  })
})

/** Every statement that is run meanwhile, once. */
async function collectReads(open: OpenDatabase, act: () => Promise<void>): Promise<Query[]> {
  const reads = new Map<string, Query>()
  const executor = open.db.getExecutor()
  const run = executor.executeQuery.bind(executor)
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation((query, ...rest) => {
    reads.set(query.sql, query)
    return run(query, ...rest)
  })
  const read = direct.directRead(open.db)
  const directSpy = vi.spyOn(direct, 'directRead').mockImplementation(() =>
    read
      ? (text, parameters) => {
          reads.set(text, { sql: text, parameters })
          return read(text, parameters)
        }
      : undefined,
  )
  await act()
  spy.mockRestore()
  directSpy.mockRestore()
  return [...reads.values()]
}

import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { record, recordFields, wire } from '../record.ts'
import { id, isoDate, noInput, pageNumber, placeholder } from '../values.ts'

export const albumFields = recordFields({
  id: wire('_id', id),
  title: z.string(),
  /** The artist's id. */
  artistId: wire('artist', id),
  /** The artist's name as credited on the album. */
  artistName: z.string(),
  /** Of an album of several artists: all of them, the first included. */
  artists: z.optional(z.array(record({ id: wire('_id', id), name: z.string() }))),
  picturePath: wire('profile_path', z.string()),
  /** Track ids in order of disc and number. */
  tracks: z.array(id),
  /** Its first part is the year: of the release, or if no tag says, of the day it was added. */
  releasedAt: wire('createdAt', isoDate),
  /** When this release came out: `2024`, `2024-05` or `2024-05-03`; '' if no tag says. */
  releaseDate: z.string(),
  /** When it first came out, which may have been in another release, in the same form. */
  originalDate: z.string(),
  playCount: z.number(),
  ...placeholder,
})

export const album = record(albumFields)

export type Album = z.infer<typeof album>

export const fetchAlbum = operation({
  name: 'fetchAlbum',
  summary: 'One album.',
  method: 'GET',
  path: '/api/albums/{id}',
  who: 'guest',
  caching: 'public',
  errors: { 404: 'There is no such album.' },
  input: z.strictObject({ id }),
  output: album,
})

export const fetchMoreAlbums = operation({
  name: 'fetchMoreAlbums',
  summary: 'One page of the albums, by title.',
  method: 'POST',
  path: '/api/fetchMoreAlbums',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ page: pageNumber }),
  output: z.object({ albums: z.array(album), totalResults: z.number() }),
})

export const fetchPopularAlbums = operation({
  name: 'fetchPopularAlbums',
  summary: 'The most played albums; ties by title.',
  method: 'GET',
  path: '/api/topPopularAlbums',
  who: 'guest',
  caching: 'public',
  input: noInput,
  output: z.array(album),
})

export const fetchArtistAppearances = operation({
  name: 'fetchArtistAppearances',
  summary: 'Albums of others that credit an artist on a track, newest first.',
  method: 'POST',
  path: '/api/fetchArtistAppearances',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistId: id }),
  output: z.array(album),
})

export const fetchArtistAlbums = operation({
  name: 'fetchArtistAlbums',
  summary: "An artist's albums, newest first.",
  method: 'POST',
  path: '/api/fetchalbumsbyartistid',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistId: id }),
  output: z.array(album),
})

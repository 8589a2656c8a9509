import * as z from 'zod/mini'
import { album } from '../catalogue/albums.ts'
import { formatLimit } from '../describe-limits.ts'
import { countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, noInput, success } from '../values.ts'

export const fetchKeptAlbums = operation({
  name: 'fetchKeptAlbums',
  summary: 'The albums that the caller keeps in the Library, most recently kept first.',
  method: 'GET',
  path: '/api/keptAlbums',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: z.array(album),
})

export const fetchKeptAlbumIds = operation({
  name: 'fetchKeptAlbumIds',
  summary: 'The ids of the albums that the caller keeps, most recently kept first.',
  method: 'GET',
  path: '/api/keptAlbumIds',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: z.array(id),
})

export const keepAlbum = operation({
  name: 'keepAlbum',
  summary: `Keeps an album in the Library; idempotent. 409 beyond ${formatLimit(countLimits.keptAlbums)}.`,
  method: 'POST',
  path: '/api/keptAlbums/{albumId}/keep',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such album.', 409: 'The caller keeps too many albums.' },
  perUser: userRates.write,
  input: z.strictObject({ albumId: id }),
  output: success,
})

export const releaseAlbum = operation({
  name: 'releaseAlbum',
  summary: 'Removes an album from the Library; idempotent.',
  method: 'POST',
  path: '/api/keptAlbums/{albumId}/release',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  input: z.strictObject({ albumId: id }),
  output: success,
})

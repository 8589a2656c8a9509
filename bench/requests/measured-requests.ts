import { fetchMoreAlbums } from '@refrain/contract/catalogue/albums'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import type { LoadRequest } from '../load/load.ts'

const ALBUM_PAGES = 20
const LISTENERS = 16
const RANGE_BYTES = 64 * 1024
/** Finds about a dozen albums. */
const QUERY = 'No. 39'
const JSON_BODY = { 'Content-Type': 'application/json' }

export interface MeasuredRequest {
  readonly name: string
  readonly requests: readonly LoadRequest[]
  readonly connections: number
}

interface FoundAlbum {
  readonly _id: string
  readonly title: string
}

interface FoundTrack {
  readonly url: string
}

/** What is measured, for the catalogue of a service: found by what every revision answers alike. */
export async function findRequests(port: number, longTitle: string): Promise<MeasuredRequest[]> {
  const pages = Array.from({ length: ALBUM_PAGES }, (_, n) =>
    post(port, fetchMoreAlbums.path, { page: n + 1 }),
  )
  const albums = (await Promise.all(pages)).flatMap(page => (page as { albums: FoundAlbum[] }).albums)
  const askTracks = (id: string) => ({ path: fetchAlbumTracks.path, body: JSON.stringify({ albumId: id }) })
  const found = await fetch(`http://127.0.0.1:${port}/api/search?query=${encodeURIComponent(longTitle)}`)
  const long = ((await found.json()) as { albums: FoundAlbum[] }).albums.find(
    ({ title }) => title === longTitle,
  )
  if (!long) throw new Error(`There is no album ${longTitle}.`)
  const tracks = (await post(port, fetchAlbumTracks.path, { albumId: long._id })) as FoundTrack[]
  return [
    {
      name: 'album with its tracks',
      connections: 1,
      requests: albums.map(({ _id }) => ({ method: 'POST', headers: JSON_BODY, ...askTracks(_id) })),
    },
    {
      name: `64 KB of sound, ${LISTENERS} listeners`,
      connections: LISTENERS,
      requests: tracks.flatMap(({ url }) => askRanges(`/audio/${long._id}/${encodeURIComponent(url)}`)),
    },
    {
      name: 'repeated search',
      connections: 1,
      requests: [{ method: 'GET', path: `/api/search?query=${encodeURIComponent(QUERY)}` }],
    },
  ]
}

const RANGES = 10

/** One after another from the start, as players ask. */
function askRanges(path: string): LoadRequest[] {
  return Array.from({ length: RANGES }, (_, n) => {
    const start = n * RANGE_BYTES
    return { method: 'GET', path, headers: { Range: `bytes=${start}-${start + RANGE_BYTES - 1}` } }
  })
}

async function post(port: number, path: string, input: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

import type { fetchAlbum } from '@refrain/contract/catalogue/albums'
import type { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import type { fetchGenre } from '@refrain/contract/catalogue/genres'
import type { fetchTrack } from '@refrain/contract/catalogue/tracks'
import type { WireOutputOf } from '@refrain/contract/operation'

/** Records as the service sends them. */
export type WireAlbum = WireOutputOf<typeof fetchAlbum>
export type WireArtist = WireOutputOf<typeof fetchPopularArtists>[number]
export type WireGenre = WireOutputOf<typeof fetchGenre>
export type WireTrack = WireOutputOf<typeof fetchTrack>

/** Reads the service's catalogue, to know what the pages must show. */
export function catalogueOf(address: string) {
  async function get<Answer>(path: string): Promise<Answer> {
    const response = await fetch(`${address}${path}`)
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    return (await response.json()) as Answer
  }
  async function one<Row>(rows: Promise<Row[]>, is: (row: Row) => boolean): Promise<Row> {
    const row = (await rows).find(is)
    if (!row) throw new Error('The catalogue has no such record')
    return row
  }
  return {
    albums: () => get<WireAlbum[]>('/api/fetchalbums'),
    album: (title: string) => one(get<WireAlbum[]>('/api/fetchalbums'), album => album.title === title),
    artist: (name: string) => one(get<WireArtist[]>('/api/fetchartists'), artist => artist.name === name),
    genre: (name: string) => one(get<WireGenre[]>('/api/fetchallGenres'), genre => genre.genre === name),
    track: (title: string) => one(get<WireTrack[]>('/api/fetchalltracks'), track => track.title === title),
  }
}

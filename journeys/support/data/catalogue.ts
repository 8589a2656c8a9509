import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Genre } from '@refrain/contract/catalogue/genres'
import type { Track } from '@refrain/contract/catalogue/tracks'

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
    albums: () => get<Album[]>('/api/fetchalbums'),
    album: (title: string) => one(get<Album[]>('/api/fetchalbums'), album => album.title === title),
    artist: (name: string) => one(get<Artist[]>('/api/fetchartists'), artist => artist.name === name),
    genre: (name: string) => one(get<Genre[]>('/api/fetchallGenres'), genre => genre.genre === name),
    track: (title: string) => one(get<Track[]>('/api/fetchalltracks'), track => track.title === title),
  }
}

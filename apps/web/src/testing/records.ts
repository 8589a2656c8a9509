import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Genre } from '@refrain/contract/catalogue/genres'
import type { Track } from '@refrain/contract/catalogue/tracks'

const look = { color: '#553322', thumbhash: '' }

export function makeArtist(id: string): Artist {
  return { id, name: `Artist ${id}`, picturePath: `${id}.webp`, followers: 1234, ...look }
}

export function makeAlbum(id: string, tracks: number): Album {
  return {
    id,
    title: `Album ${id}`,
    artistId: 'ar1',
    artistName: 'Artist ar1',
    picturePath: `${id}.webp`,
    tracks: Array.from({ length: tracks }, (_, place) => `${id}-${place + 1}`),
    releasedAt: '1998-05-03T00:00:00.000Z',
    releaseDate: '1998-05-03',
    originalDate: '',
    playCount: 0,
    ...look,
  }
}

export function makeTracks(album: Album): Track[] {
  return album.tracks.map((id, place) => ({
    id,
    title: `Track ${place + 1}`,
    albumId: album.id,
    albumTitle: album.title,
    artistId: album.artistId,
    artistName: album.artistName,
    url: `${id}.mp3`,
    genre: '',
    duration: '3:05',
    addedAt: '2024-05-03T23:30:00.000Z',
    playCount: 0,
    disc: 1,
    discTitle: '',
    number: place + 1,
    available: true,
    picture: { picturePath: album.picturePath, ...look },
  }))
}

export function makeGenre(id: string, name: string): Genre {
  return { id, name, color: '#a9c8ff', backgroundColor: '#2f5aa8' }
}

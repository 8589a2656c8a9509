import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Genre } from '@refrain/contract/catalogue/genres'
import type { Track } from '@refrain/contract/catalogue/tracks'

const look = { color: '#553322', thumbhash: '' }

export function makeArtist(id: string): Artist {
  return { _id: id, name: `Artist ${id}`, profile_path: `${id}.webp`, followers: 1234, ...look }
}

export function makeAlbum(id: string, tracks: number): Album {
  return {
    _id: id,
    title: `Album ${id}`,
    artist: 'ar1',
    artistName: 'Artist ar1',
    profile_path: `${id}.webp`,
    tracks: Array.from({ length: tracks }, (_, place) => `${id}-${place + 1}`),
    createdAt: '1998-05-03T00:00:00.000Z',
    playCount: 0,
    ...look,
  }
}

export function makeTracks(album: Album): Track[] {
  return album.tracks.map((id, place) => ({
    _id: id,
    title: `Track ${place + 1}`,
    album: album._id,
    albumTitle: album.title,
    artist: album.artist,
    artistName: album.artistName,
    url: `${id}.mp3`,
    genre: '',
    duration: '3:05',
    createdAt: '2024-05-03T23:30:00.000Z',
    playCount: 0,
    disc: 1,
    number: place + 1,
    available: true,
    picture: { profile_path: album.profile_path, ...look },
  }))
}

export function makeGenre(id: string, name: string): Genre {
  return { _id: id, genre: name, color: '#a9c8ff', bg_color: '#2f5aa8' }
}

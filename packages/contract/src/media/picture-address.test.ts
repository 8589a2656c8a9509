import { expect, it } from 'vitest'
import { pictureAddress, pictureSources } from './picture-address.ts'

const cover = { owner: 'album', ownerId: 'al1', profilePath: 'k3f.webp' } as const

it('finds an album picture in its folder', () => {
  expect(pictureAddress(cover, 256)).toBe('/profile_path/album_profile/al1/k3f-256.webp')
})

it('finds an artist picture in its folder', () => {
  expect(pictureAddress({ ...cover, owner: 'artist' }, 96, 'avif')).toBe(
    '/profile_path/artist_profile/al1/k3f-96.avif',
  )
})

it("finds playlists' and users' pictures in their folders", () => {
  const addressOf = (owner: 'playlist' | 'user') => pictureAddress({ ...cover, owner }, 96)
  expect(addressOf('playlist')).toBe('/profile_path/playlist_profile/al1/k3f-96.webp')
  expect(addressOf('user')).toBe('/profile_path/user_profile/al1/k3f-96.webp')
})

it('lists each derivative with its width', () => {
  expect(pictureSources(cover, 'avif')).toBe(
    [96, 256, 512, 1024].map(size => `/profile_path/album_profile/al1/k3f-${size}.avif ${size}w`).join(', '),
  )
})

it('has no address where there is no picture', () => {
  expect(pictureAddress({ ...cover, profilePath: '' }, 256)).toBe('')
})

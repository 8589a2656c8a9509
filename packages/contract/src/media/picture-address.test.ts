import { expect, it } from 'vitest'
import { pictureAddress, pictureSources } from './picture-address.ts'

const cover = { owner: 'album', ownerId: 'al1', picturePath: 'k3f.webp' } as const

it('builds the address of an album picture (MED-02, MED-04)', () => {
  expect(pictureAddress(cover, 256)).toBe('/profile_path/album_profile/al1/k3f-256.webp')
})

it('builds the address of an artist picture (MED-03)', () => {
  expect(pictureAddress({ ...cover, owner: 'artist' }, 96, 'avif')).toBe(
    '/profile_path/artist_profile/al1/k3f-96.avif',
  )
})

it('builds the addresses of playlist and user pictures (MED-05, MED-06)', () => {
  const addressOf = (owner: 'playlist' | 'user') => pictureAddress({ ...cover, owner }, 96)
  expect(addressOf('playlist')).toBe('/profile_path/playlist_profile/al1/k3f-96.webp')
  expect(addressOf('user')).toBe('/profile_path/user_profile/al1/k3f-96.webp')
})

it('lists each derivative with its width', () => {
  expect(pictureSources(cover, 'avif')).toBe(
    [96, 256, 512, 1024].map(size => `/profile_path/album_profile/al1/k3f-${size}.avif ${size}w`).join(', '),
  )
})

it('returns an empty address without a picture (PROP-51)', () => {
  expect(pictureAddress({ ...cover, picturePath: '' }, 256)).toBe('')
})

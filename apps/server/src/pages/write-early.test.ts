import { expect, it } from 'vitest'
import { findScreen } from './screens.ts'
import { writeEarly } from './write-early.ts'

const early = (path: string) => {
  const found = findScreen(path)
  return found ? Array.from(writeEarly(found.screen).matchAll(/<link [^>]*href="([^"]+)">/g), m => m[1]) : []
}

it('has what a page asks for first fetched beside its code', () => {
  expect(early('/')).toEqual(['/api/topPopularArtists', '/api/topPopularAlbums'])
  expect(early('/PopularAlbums')).toEqual(['/api/topPopularAlbums'])
  expect(early('/albums')).toEqual([])
})

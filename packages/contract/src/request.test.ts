import { describe, expect, it } from 'vitest'
import { fetchAlbum, fetchMoreAlbums } from './catalogue/albums.ts'
import { requestFor } from './request.ts'

describe('requestFor', () => {
  it('fills in the fields that the path names (API-17)', () => {
    expect(requestFor(fetchAlbum, { id: 'al_1' })).toEqual({ url: '/api/albums/al_1', method: 'GET' })
  })

  it('sends other fields as a JSON body (API-21)', () => {
    expect(requestFor(fetchMoreAlbums, { page: 3 })).toEqual({
      url: '/api/fetchMoreAlbums',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"page":3}',
    })
  })
})

import { fetchAlbum, fetchMoreAlbums, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { CallError, requestFor } from './send.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (status: number, body: unknown) => {
  const fetch = vi.fn(async () => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

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

describe('call', () => {
  it('returns the body', async () => {
    answering(200, [])
    expect(await call(fetchPopularAlbums, {})).toEqual([])
  })

  it('throws the message of the error page, not the error text of the response (PROP-37, ERR-20)', async () => {
    answering(404, { error: 'inner words' })
    const error = await call(fetchAlbum, { id: 'x' }).catch(thrown => thrown)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status: 404, message: '404 Not Found' })
  })
})

import { createUser } from '@refrain/contract/account/sign-in'
import { fetchAlbum, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchArtist, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAlbumTracks, fetchArtistTracks } from '@refrain/contract/catalogue/tracks'
import { listenToChanges } from '@refrain/contract/live-updates'
import { type CallRequest, requestFor } from '@refrain/contract/request'

const PAGES_OF_EACH = 9
/** Visits at the same time, each with live updates. */
const TABS = 4

/** Home, search, artists and albums, each with its files and calls, as a browser that has cached nothing. */
export async function browse(address: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const ask = async ({ url, ...call }: CallRequest) => {
    const answer = await fetch(address + url, { ...call, headers: { ...call.headers, ...headers } })
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    return answer.json()
  }
  const ids = async (call: CallRequest) => ((await ask(call)) as { _id: string }[]).map(each => each._id)
  const artists = (await ids(requestFor(fetchPopularArtists, {}))).slice(0, PAGES_OF_EACH)
  const albums = (await ids(requestFor(fetchPopularAlbums, {}))).slice(0, PAGES_OF_EACH)
  const pages: [string, CallRequest[]][] = [
    ['/', []],
    ['/search', []],
    ...artists.map((id): [string, CallRequest[]] => [
      `/artists/${id}`,
      [requestFor(fetchArtist, { artistId: id }), requestFor(fetchArtistTracks, { artistId: id })],
    ]),
    ...albums.map((id): [string, CallRequest[]] => [
      `/albums/${id}`,
      [requestFor(fetchAlbum, { id }), requestFor(fetchAlbumTracks, { albumId: id })],
    ]),
  ]
  for (const [path, calls] of pages) {
    const page = await (await fetch(address + path, { headers: { accept: 'text/html' } })).text()
    for (const [, file] of page.matchAll(/"(\/(?:assets|files)\/[^"]+)"/g))
      await (await fetch(address + file)).arrayBuffer()
    for (const call of calls) await ask(call)
  }
}

/** Visits of as many listeners, a few at a time: each signs up, listens to live updates and browses twenty pages. */
export async function visit(address: string, listeners: number): Promise<void> {
  const waiting = Array.from({ length: listeners }, (_, n) => `Visitor ${n}`)
  const tabs = Array.from({ length: TABS }, async () => {
    for (let name = waiting.pop(); name; name = waiting.pop()) await visitOnce(address, name)
  })
  await Promise.all(tabs)
}

async function visitOnce(address: string, name: string): Promise<void> {
  const headers = { 'auth-token': await signUp(address, name) }
  const close = new AbortController()
  const { url, ...call } = requestFor(listenToChanges, {})
  const updates = await fetch(address + url, { ...call, headers, signal: close.signal })
  if (!updates.ok) throw new Error(`${url}: ${updates.status}`)
  await browse(address, headers)
  close.abort()
}

/** @returns the token of a new account */
async function signUp(address: string, name: string): Promise<string> {
  const email = `${name.replace(' ', '-')}@example.org`
  const { url, ...call } = requestFor(createUser, { name, email, password: 'a long one for the bench' })
  const answer = await fetch(address + url, call)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return ((await answer.json()) as { authtoken: string }).authtoken
}

import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createAppKey } from '@refrain/contract/account/app-keys'
import { createUser } from '@refrain/contract/account/sign-in'
import type { Page } from 'playwright-core'
import { SubsonicAPI } from 'subsonic-api'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

/** subsonicjs has no types. Its methods take what a call requires, then everything else. */
type Methods = Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>
type Subsonic = (user: string, token: string, salt: string, server: object) => Record<string, Methods>
const createSubsonic: Subsonic = createRequire(import.meta.url)('subsonicjs')

const SALT = 'c19b2d'
const TRACKS = ['First Tone', 'Second Tone']

let page: Page
let address: string
let email: string
let secret: string
let signedUp = 0
/** Where the pages of the app in the browser are: another origin. */
let elsewhere: Server

useVisit({
  music: [
    {
      ...{ artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c' },
      tracks: TRACKS.map((title, n) => ({ title, frequency: 440 * (n + 1), seconds: 2 })),
    },
  ],
  async before(journey) {
    ;({ page } = journey)
    address = journey.service.address
    email = `ada-${signedUp++}@example.org`
    const data = { name: 'Ada', email, password: 'analytical engine' }
    const { authtoken } = await (await page.request.post(createUser.path, { data })).json()
    const made = await page.request.post(createAppKey.path, {
      headers: { 'auth-token': authtoken },
      data: { name: 'An app', kind: 'password', scope: 'edit' },
    })
    secret = (await made.json()).secret
    // The app knows nothing but its password.
    await page.context().clearCookies()
  },
})

beforeAll(async () => {
  elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another player</title>')
  })
  await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  elsewhere.close()
})

const token = () =>
  createHash('md5')
    .update(secret + SALT)
    .digest('hex')

it('a library browses, searches, plays, stars, edits playlists and reports plays', async () => {
  const api = new SubsonicAPI({ url: address, auth: { username: email, password: secret } })
  const { albumList2 } = await api.getAlbumList2({ type: 'newest' })
  const [listed] = albumList2.album ?? []
  const { album } = await api.getAlbum({ id: listed?.id as string })
  expect(album.song?.map(({ title }) => title)).toEqual(TRACKS)
  const [first = '', second = ''] = (album.song ?? []).map(({ id }) => id)
  const { searchResult3 } = await api.search3({ query: 'second' })
  expect(searchResult3.song?.map(({ id }) => id)).toEqual([second])
  const sound = await api.stream({ id: first })
  expect([sound.headers.get('content-type'), (await sound.arrayBuffer()).byteLength]).toEqual([
    'audio/mpeg',
    album.song?.[0]?.size,
  ])
  await api.star({ id: first })
  expect((await api.getStarred2()).starred2.song?.map(({ id }) => id)).toEqual([first])
  const { playlist } = await api.createPlaylist({ name: 'Evenings', songId: [first] })
  await api.updatePlaylist({ playlistId: playlist.id, songIdToAdd: [second], songIndexToRemove: [0] })
  const edited = await api.getPlaylist({ id: playlist.id })
  expect(edited.playlist.entry?.map(({ id }) => id)).toEqual([second])
  await api.scrobble({ id: second })
  expect((await api.getSong({ id: second })).song).toMatchObject({ playCount: 1 })
})

it('a library of another author does so, too', async () => {
  // It prints every address.
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const api = createSubsonic(email, token(), SALT, { host: address })
  const ask = async (group: string, name: string, ...given: unknown[]) => {
    const answer = await api[group]?.[name]?.(...given)
    expect([name, answer]).toEqual([name, expect.objectContaining({ status: 'ok' })])
    return answer as Record<string, Record<string, unknown>>
  }
  const found = await ask('searching', 'search3', 'first')
  const songs = (found.searchResult3?.song ?? []) as { id: string }[]
  const id = songs[0]?.id as string
  const sound = await fetch((await api.media?.stream?.(id)) as string)
  expect(sound.headers.get('content-type')).toBe('audio/mpeg')
  await sound.arrayBuffer()
  await ask('media', 'star', { id })
  const { playlist } = await ask('playlists', 'createPlaylist', { name: 'Mornings', songId: id })
  expect(playlist).toMatchObject({ songCount: 1, entry: [{ id }] })
  await ask('playlists', 'deletePlaylist', playlist?.id)
  await ask('media', 'scrobble', id)
  expect((await ask('browsing', 'getSong', id)).song).toMatchObject({ starred: expect.any(String) })
})

/** Calls from the page of another site, with the requests of aonsoku 0.15. */
const ask = (call: string, query: Readonly<Record<string, string>> = {}, method = 'GET') =>
  page.evaluate(
    async ([url, sent]) => {
      const answer = await fetch(url as string, { method: sent as string })
      return (await answer.json())['subsonic-response']
    },
    [addressOf(call, query), method],
  )

function addressOf(call: string, query: Readonly<Record<string, string>>): string {
  const signIn = { u: email, t: token(), s: SALT, v: '1.16.0', c: 'aonsoku', f: 'json' }
  return `${address}/rest/${call}?${new URLSearchParams({ ...query, ...signIn })}`
}

it('a player in a browser does so from another site', async () => {
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}`)
  expect(await ask('ping')).toMatchObject({ status: 'ok', type: 'refrain' })
  const { searchResult3 } = await ask('search3', { query: '', songCount: '6' })
  const [song, other] = TRACKS.map(title =>
    searchResult3.song.find((each: { title: string }) => each.title === title),
  )
  expect([song?.title, other?.title]).toEqual(TRACKS)
  await page.evaluate(
    ([sound, cover]) => {
      document.body.innerHTML = '<audio crossorigin muted></audio><img crossorigin alt="">'
      document.querySelector('img')?.setAttribute('src', cover as string)
      const audio = document.querySelector('audio') as HTMLAudioElement
      audio.src = sound as string
      return audio.play()
    },
    [
      addressOf('stream', { id: song.id, maxBitRate: '0', format: 'raw', estimateContentLength: 'true' }),
      addressOf('getCoverArt', { id: song.coverArt, size: '300' }),
    ],
  )
  const audio = page.locator('audio')
  await until(() => audio.evaluate(({ ended }: HTMLAudioElement) => ended)).toBe(true)
  expect(await audio.evaluate(({ currentTime }: HTMLAudioElement) => currentTime)).toBeGreaterThan(1.5)
  await until(() =>
    page.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0)
  await ask('star', { id: song.id })
  expect((await ask('getStarred2')).starred2.song).toMatchObject([{ id: song.id }])
  const { playlist } = await ask('createPlaylist', { name: 'Evenings', songId: song.id })
  await ask('updatePlaylist', { playlistId: playlist.id, songIdToAdd: other.id, songIndexToRemove: '0' })
  expect((await ask('getPlaylist', { id: playlist.id })).playlist.entry).toMatchObject([{ id: other.id }])
  // Needs a preflight.
  expect(await ask('deletePlaylist', { id: playlist.id }, 'DELETE')).toMatchObject({ status: 'ok' })
  await ask('scrobble', { id: song.id, time: String(Date.now()) })
  expect((await ask('getSong', { id: song.id })).song).toMatchObject({ played: expect.any(String) })
})

import { deleteCookie, setCookie } from '@refrain/contract/account/cookies'
import { byteLimits } from '@refrain/contract/limits'
import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayerTrack, toPlayingList, toPlaylist } from '../engine/player-track.ts'
import { createCookieMirror } from './mirror-cookies.ts'
import { cookiesOf } from './mirrored-cookies.ts'

const DAY = 86_400_000

/** The cookies the server holds, and what it was told, in order. */
let cookies: Map<string, string>
let told: string[]
/** What it answers instead. */
let refusal: Response | undefined
let mostAtOnce: number

const album = makeAlbum('al1', 4)

/** Long enough for everything to be told. */
const rest = () => vi.advanceTimersByTimeAsync(5_000)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  cookies = new Map()
  told = []
  refusal = undefined
  mostAtOnce = 0
  mockCalls(
    mockCall(setCookie, ({ param_name, param_value }) => {
      told.push(param_name)
      if (refusal) return refusal.clone()
      cookies.set(param_name, param_value)
      return { success: true } as const
    }),
    mockCall(deleteCookie, ({ name }) => {
      told.push(`no ${name}`)
      cookies.delete(name)
      return { success: true } as const
    }),
  )
  const { fetch } = globalThis
  let underWay = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    mostAtOnce = Math.max(mostAtOnce, ++underWay)
    await new Promise(resolve => setTimeout(resolve, 10))
    return fetch(url, init).finally(() => underWay--)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows album, albumid, track, nextTrack, shuffle and source (STO-23 to STO-30, STO-33, NOW-14, ALB-20, ENG-21, READ-10)', async () => {
  const player = createPlayer({ output: createFakeOutput() })
  player.playAlbum(toPlayingList(album, makeTracks(album)), 'al1-2')
  const { show } = createCookieMirror()
  show(cookiesOf(player.getState()))
  await rest()
  expect(Object.fromEntries(cookies)).toEqual({
    album: 'al1',
    albumid: 'al1',
    track: 'al1-2',
    nextTrack: 'al1-3',
    shuffled: 'false',
    isAlbumTracksOpen: 'true',
    isUserTracksOpen: 'false',
  })
  player.toggleShuffle('album')
  for (const track of makeTracks(makeAlbum('al2', 2))) player.addToQueue(toPlayerTrack(track))
  player.toggleShuffle('user')
  player.selectSource('user')
  show(cookiesOf(player.getState()))
  await rest()
  const { orders, nextTrack } = player.getState()
  expect(Object.fromEntries(cookies)).toMatchObject({
    nextTrack: nextTrack?.id,
    shuffled: 'true',
    isAlbumTracksOpen: 'false',
    isUserTracksOpen: 'true',
    shuffledTracks_al1: JSON.stringify(orders.album.map(({ id }) => id)),
    shuffledTracks_user: JSON.stringify(orders.user.map(({ id }) => id)),
  })
})

it('names a playlist as the album, and the album of the track beside it (READ-10, READ-41)', async () => {
  const player = createPlayer({ output: createFakeOutput() })
  player.playAlbum(toPlaylist({ id: 'mix1', title: 'Daily Mix 1', tracks: makeTracks(album) }))
  createCookieMirror().show(cookiesOf(player.getState()))
  await rest()
  expect([cookies.get('album'), cookies.get('albumid')]).toEqual(['mix1', 'al1'])
})

it('sends one after the other, only what has changed, and the last value (STO-32)', async () => {
  const { show } = createCookieMirror()
  for (const track of ['a', 'b', 'c']) {
    show([
      ['track', track],
      ['album', 'al1'],
    ])
    await vi.advanceTimersByTimeAsync(900)
    expect(told).toEqual([])
  }
  await rest()
  expect([told, cookies.get('track'), mostAtOnce]).toEqual([['track', 'album'], 'c', 1])
  show([
    ['track', 'd'],
    ['album', 'al1'],
  ])
  await rest()
  expect(told.slice(2)).toEqual(['track'])
})

it('sends nothing that the last visit has sent, until it may have ended (STO-32)', async () => {
  createCookieMirror().show([['track', 'a']])
  await rest()
  createCookieMirror().show([['track', 'a']])
  await rest()
  expect(told).toEqual(['track'])
  vi.advanceTimersByTime(8 * DAY)
  createCookieMirror().show([['track', 'a']])
  await rest()
  expect(told).toEqual(['track', 'track'])
})

it('clears what there is no longer, and what was never there it does not (STO-27)', async () => {
  const { show } = createCookieMirror()
  show([['nextTrack', null]])
  await rest()
  expect(told).toEqual([])
  show([['nextTrack', 'a']])
  await rest()
  show([['nextTrack', null]])
  await rest()
  expect(told).toEqual(['nextTrack', 'no nextTrack'])
})

it('leaves out what is too large, without leaving an old value (STO-31, PROP-47)', async () => {
  const { show } = createCookieMirror()
  show([['playedTracks', '"'.repeat(byteLimits.cookie / 3)]])
  await rest()
  expect(told).toEqual(['playedTracks'])
  show([['playedTracks', '"'.repeat(byteLimits.cookie / 3 + 1)]])
  await rest()
  show([['playedTracks', 'x'.repeat(100_000)]])
  await rest()
  expect([told, cookies.size]).toEqual([['playedTracks', 'no playedTracks'], 0])
})

it.each([429, 503])('tries again with the next change where it is refused for now: %d', async status => {
  const { show } = createCookieMirror()
  refusal = new Response('{"error":"later"}', { status })
  show([
    ['track', 'a'],
    ['album', 'al1'],
  ])
  await rest()
  expect(told).toEqual(['track'])
  refusal = undefined
  show([['track', 'a']])
  await rest()
  expect(Object.fromEntries(cookies)).toEqual({ track: 'a', album: 'al1' })
})

it('does not repeat what is refused for good (PROP-47)', async () => {
  const { show } = createCookieMirror()
  refusal = new Response('{"error":"too large"}', { status: 413 })
  show([['track', 'a']])
  await rest()
  show([['track', 'a']])
  await rest()
  expect(told).toEqual(['track'])
})

it('is silent where there is no network', async () => {
  const said = vi.spyOn(console, 'error')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  createCookieMirror().show([['track', 'a']])
  await rest()
  expect(said).not.toHaveBeenCalled()
})

it('takes back what is on its way when its listener leaves, and tells the next one everything (PROP-49)', async () => {
  const { show, forget } = createCookieMirror()
  show([
    ['track', 'a'],
    ['album', 'al1'],
  ])
  await vi.advanceTimersByTimeAsync(1_205)
  forget()
  await rest()
  expect([told, cookies.size]).toEqual([['track', 'no track'], 0])
  show([['track', 'a']])
  await rest()
  expect(cookies.get('track')).toBe('a')
})

it('takes back everything it was told, also on an earlier visit, when its listener leaves (PROP-49)', async () => {
  createCookieMirror().show([['playedTracks', '{}']])
  await rest()
  const { show, forget } = createCookieMirror()
  show([
    ['track', 'a'],
    ['album', 'al1'],
  ])
  await rest()
  expect(cookies.size).toBe(3)
  forget()
  // What is gone for the page is not gone for the cookies yet.
  show([['track', null]])
  show([['album', 'al2']])
  await rest()
  expect(Object.fromEntries(cookies)).toEqual({ album: 'al2' })
  show([['album', null]])
  await rest()
  expect([cookies.size, localStorage.length]).toEqual([0, 0])
})

it('sends what changes while something is on its way, also for the next listener (STO-32, PROP-49)', async () => {
  const { show, forget } = createCookieMirror()
  const { fetch } = globalThis
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await slow.promise
    return fetch(url, init)
  })
  show([['track', 'a']])
  await rest()
  show([['album', 'al1']])
  await rest()
  forget()
  show([['track', 'b']])
  await rest()
  expect(told).toEqual([])
  slow.resolve()
  await rest()
  expect(Object.fromEntries(cookies)).toEqual({ track: 'b' })
})

it('sends the last value of what was already on its way (STO-32)', async () => {
  const { show } = createCookieMirror()
  const { fetch } = globalThis
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await slow.promise
    return fetch(url, init)
  })
  show([['track', 'a']])
  await rest()
  show([['track', 'b']])
  await rest()
  slow.resolve()
  await rest()
  expect(Object.fromEntries(cookies)).toEqual({ track: 'b' })
})

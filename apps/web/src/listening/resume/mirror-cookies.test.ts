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

/** The cookies on the server, and the requests it received, in order. */
let cookies: Map<string, string>
let sent: string[]
/** A response to send instead. */
let refusal: Response | undefined
let mostAtOnce: number

const album = makeAlbum('al1', 4)

/** Waits until everything is sent. */
const settle = () => vi.advanceTimersByTimeAsync(5_000)

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  cookies = new Map()
  sent = []
  refusal = undefined
  mostAtOnce = 0
  mockCalls(
    mockCall(setCookie, ({ name, value }) => {
      sent.push(name)
      if (refusal) return refusal.clone()
      cookies.set(name, value)
      return { success: true } as const
    }),
    mockCall(deleteCookie, ({ name }) => {
      sent.push(`no ${name}`)
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

it('mirrors album, albumid, track, nextTrack, shuffle and source (STO-23 to STO-30, STO-33, NOW-14, ALB-20, ENG-21, READ-10)', async () => {
  const player = createPlayer({ output: createFakeOutput() })
  player.playAlbum(toPlayingList(album, makeTracks(album)), 'al1-2')
  const { update } = createCookieMirror()
  update(cookiesOf(player.getState()))
  await settle()
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
  update(cookiesOf(player.getState()))
  await settle()
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

it('mirrors a playlist as the album, along with the album of the track (READ-10, READ-41)', async () => {
  const player = createPlayer({ output: createFakeOutput() })
  player.playAlbum(toPlaylist({ id: 'mix1', title: 'Daily Mix 1', tracks: makeTracks(album) }))
  createCookieMirror().update(cookiesOf(player.getState()))
  await settle()
  expect([cookies.get('album'), cookies.get('albumid')]).toEqual(['mix1', 'al1'])
})

it('sends changed values only, one at a time, the last value of each (STO-32)', async () => {
  const { update } = createCookieMirror()
  for (const track of ['a', 'b', 'c']) {
    update([
      ['track', track],
      ['album', 'al1'],
    ])
    await vi.advanceTimersByTimeAsync(900)
    expect(sent).toEqual([])
  }
  await settle()
  expect([sent, cookies.get('track'), mostAtOnce]).toEqual([['track', 'album'], 'c', 1])
  update([
    ['track', 'd'],
    ['album', 'al1'],
  ])
  await settle()
  expect(sent.slice(2)).toEqual(['track'])
})

it('does not resend values of an earlier visit until the cookies may have expired (STO-32)', async () => {
  createCookieMirror().update([['track', 'a']])
  await settle()
  createCookieMirror().update([['track', 'a']])
  await settle()
  expect(sent).toEqual(['track'])
  vi.advanceTimersByTime(8 * DAY)
  createCookieMirror().update([['track', 'a']])
  await settle()
  expect(sent).toEqual(['track', 'track'])
})

it('deletes cookies of removed values, but none that were never set (STO-27)', async () => {
  const { update } = createCookieMirror()
  update([['nextTrack', null]])
  await settle()
  expect(sent).toEqual([])
  update([['nextTrack', 'a']])
  await settle()
  update([['nextTrack', null]])
  await settle()
  expect(sent).toEqual(['nextTrack', 'no nextTrack'])
})

it('deletes the cookie of a value that is too large (STO-31, PROP-47)', async () => {
  const { update } = createCookieMirror()
  update([['playedTracks', '"'.repeat(byteLimits.cookie / 3)]])
  await settle()
  expect(sent).toEqual(['playedTracks'])
  update([['playedTracks', '"'.repeat(byteLimits.cookie / 3 + 1)]])
  await settle()
  update([['playedTracks', 'x'.repeat(100_000)]])
  await settle()
  expect([sent, cookies.size]).toEqual([['playedTracks', 'no playedTracks'], 0])
})

it.each([429, 503])('retries a temporary error with the next change: %d', async status => {
  const { update } = createCookieMirror()
  refusal = new Response('{"error":"later"}', { status })
  update([
    ['track', 'a'],
    ['album', 'al1'],
  ])
  await settle()
  expect(sent).toEqual(['track'])
  refusal = undefined
  update([['track', 'a']])
  await settle()
  expect(Object.fromEntries(cookies)).toEqual({ track: 'a', album: 'al1' })
})

it('does not retry a permanent error (PROP-47)', async () => {
  const { update } = createCookieMirror()
  refusal = new Response('{"error":"too large"}', { status: 413 })
  update([['track', 'a']])
  await settle()
  update([['track', 'a']])
  await settle()
  expect(sent).toEqual(['track'])
})

it('logs nothing when offline', async () => {
  const logged = vi.spyOn(console, 'error')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  createCookieMirror().update([['track', 'a']])
  await settle()
  expect(logged).not.toHaveBeenCalled()
})

it('deletes values being sent during logout and sends everything for the next listener (PROP-49)', async () => {
  const { update, forget } = createCookieMirror()
  update([
    ['track', 'a'],
    ['album', 'al1'],
  ])
  await vi.advanceTimersByTimeAsync(1_205)
  forget()
  await settle()
  expect([sent, cookies.size]).toEqual([['track', 'no track'], 0])
  update([['track', 'a']])
  await settle()
  expect(cookies.get('track')).toBe('a')
})

it('deletes all cookies on logout, including those of an earlier visit (PROP-49)', async () => {
  createCookieMirror().update([['playedTracks', '{}']])
  await settle()
  const { update, forget } = createCookieMirror()
  update([
    ['track', 'a'],
    ['album', 'al1'],
  ])
  await settle()
  expect(cookies.size).toBe(3)
  forget()
  // Removed on this page, but not yet in the cookies.
  update([['track', null]])
  update([['album', 'al2']])
  await settle()
  expect(Object.fromEntries(cookies)).toEqual({ album: 'al2' })
  update([['album', null]])
  await settle()
  expect([cookies.size, localStorage.length]).toEqual([0, 0])
})

it('sends changes made during a call, also for the next listener (STO-32, PROP-49)', async () => {
  const { update, forget } = createCookieMirror()
  const { fetch } = globalThis
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await slow.promise
    return fetch(url, init)
  })
  update([['track', 'a']])
  await settle()
  update([['album', 'al1']])
  await settle()
  forget()
  update([['track', 'b']])
  await settle()
  expect(sent).toEqual([])
  slow.resolve()
  await settle()
  expect(Object.fromEntries(cookies)).toEqual({ track: 'b' })
})

it('sends the latest value if it changed during its call (STO-32)', async () => {
  const { update } = createCookieMirror()
  const { fetch } = globalThis
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    await slow.promise
    return fetch(url, init)
  })
  update([['track', 'a']])
  await settle()
  update([['track', 'b']])
  await settle()
  slow.resolve()
  await settle()
  expect(Object.fromEntries(cookies)).toEqual({ track: 'b' })
})

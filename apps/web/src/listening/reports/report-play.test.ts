import { setCookie } from '@refrain/contract/account/cookies'
import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { recordSecondsHeard } from '@refrain/contract/listening/listens'
import {
  countAlbumPlays,
  countTrackPlay,
  fetchPlayedTracks,
  type PlayedTracks,
} from '@refrain/contract/listening/plays'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { mockBroadcastChannel, openPlayer, type PlayerVisit } from '../../testing/player-visit.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { readPlayed } from '../resume/played-tracks.ts'
import { countPlayedAlbums } from './count-played-albums.ts'

const album = makeAlbum('al1', 2)
const list = toPlayingList(album, makeTracks(album))

let server: AccountServer
/** Counted ids, in order. */
let counted: string[]
let isRejecting: boolean
/** What the server says of a play; '' if it did not count. */
let countedAt: string
/** Listens with the seconds heard, as the server received them. */
let heard: unknown[]
/** Played tracks by album, on all devices of the listener. */
let played: PlayedTracks
let logged: ReturnType<typeof vi.spyOn>

const refusal = () => new Response('{"error":"busy"}', { status: 503 })

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  counted = []
  isRejecting = false
  countedAt = '2026-05-03T12:00:00.000Z'
  heard = []
  played = {}
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  server = mockAccounts(
    mockCall(setCookie, () => ({ success: true }) as const),
    mockCall(countTrackPlay, ({ trackId }) => {
      if (isRejecting) return refusal()
      counted.push(trackId)
      return { success: true, ...(countedAt && { countedAt }) } as const
    }),
    mockCall(recordSecondsHeard, input => {
      heard.push(input)
      return { success: true } as const
    }),
    mockCall(countAlbumPlays, ({ albums }) => {
      if (isRejecting) return refusal()
      counted.push(...albums)
      return { success: true } as const
    }),
    mockCall(fetchPlayedTracks, () => played),
    mockCall(fetchAlbum, ({ id }) => (id === 'al1' || id === 'al2' ? makeAlbum(id, 2) : undefined)),
  )
  mockBroadcastChannel()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('track plays', () => {
  /** Plays the first track to its half and waits for the resulting calls. */
  async function playToHalf(): Promise<PlayerVisit> {
    const visit = openPlayer()
    const { player, output } = visit
    player.playAlbum(list)
    output.events.emit({ type: 'playing' })
    await expect.poll(() => localStorage.getItem('playedTracks')).not.toBeNull()
    output.events.emit({ type: 'position', position: 90, duration: 185 })
    expect(counted).toEqual([])
    output.events.emit({ type: 'position', position: 93, duration: 185 })
    output.events.emit({ type: 'position', position: 94, duration: 185 })
    await new Promise(resolve => setTimeout(resolve, 20))
    return visit
  }

  it('counts a play once, at half of the track (ENG-13, ENG-14, CON-02, API-37)', async () => {
    await server.signIn()
    await playToHalf()
    await expect.poll(() => counted).toEqual(['al1-1'])
  })

  it('sends how much was heard when the next track starts, once', async () => {
    await server.signIn()
    const { player, leave } = await playToHalf()
    expect(heard).toEqual([])
    player.next()
    await expect.poll(() => heard).toEqual([{ trackId: 'al1-1', countedAt, seconds: 1 }])
    leave()
    expect(server.countCalls(recordSecondsHeard)).toBe(1)
  })

  it('sends how much was heard while the page closes, without waiting for anything', async () => {
    await server.signIn()
    const { leave } = await playToHalf()
    await expect.poll(() => counted).toEqual(['al1-1'])
    leave()
    await Promise.resolve()
    expect(server.countCalls(recordSecondsHeard)).toBe(1)
  })

  it('sends nothing more of a play that did not count', async () => {
    await server.signIn()
    countedAt = ''
    const { player } = await playToHalf()
    player.next()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([server.countCalls(recordSecondsHeard), logged.mock.calls]).toEqual([0, []])
  })

  it('does not count plays of guests, silently (READ-53)', async () => {
    await playToHalf()
    expect([server.countCalls(countTrackPlay), logged.mock.calls]).toEqual([0, []])
  })

  it('logs a rejected count to the console only (ERR-08)', async () => {
    await server.signIn()
    isRejecting = true
    await playToHalf()
    await expect.poll(() => logged.mock.calls).toEqual([['Failed to update play count']])
  })
})

describe('fully played albums', () => {
  const play = (played: Record<string, string[]>) =>
    localStorage.setItem('playedTracks', JSON.stringify(played))
  const whole = { al1: ['al1-1', 'al1-2'], al2: ['al2-1'] }

  it('counts an album once, not with every load of Home (ENG-23, ENG-24, READ-05, API-38)', async () => {
    await server.signIn()
    play(whole)
    await countPlayedAlbums()
    expect(counted).toEqual(['al1'])
    await countPlayedAlbums()
    expect([counted, server.countCalls(fetchAlbum)]).toEqual([['al1'], 2])
    play({ ...whole, al2: ['al2-1', 'al2-2'] })
    await countPlayedAlbums()
    expect(counted).toEqual(['al1', 'al2'])
  })

  it('retries a failed count later (READ-05, ERR-08)', async () => {
    await server.signIn()
    play(whole)
    isRejecting = true
    await countPlayedAlbums()
    expect(logged.mock.calls).toEqual([['Failed to update play count']])
    isRejecting = false
    await countPlayedAlbums()
    expect(counted).toEqual(['al1'])
  })

  it('does not count albums of guests (READ-05)', async () => {
    play(whole)
    await countPlayedAlbums()
    expect([server.countCalls(countAlbumPlays), server.countCalls(fetchAlbum)]).toEqual([0, 0])
  })

  it('counts an album played on several devices on the one that finished it (PROP-10, ENG-23 to ENG-25)', async () => {
    await server.signIn()
    played = { al1: ['al1-1'], al2: ['al2-1', 'al2-2'], al3: ['al3-1'] }
    play({ al1: ['al1-2'] })
    await countPlayedAlbums()
    expect(counted).toEqual(['al1'])
    expect(readPlayed()).toEqual({ al1: ['al1-2', 'al1-1'] })
    // The other device had played its track before and now receives this one's.
    localStorage.clear()
    play({ al1: ['al1-1'] })
    localStorage.setItem('countedAlbums', '{"al1":1}')
    await countPlayedAlbums()
    expect(counted).toEqual(['al1'])
  })

  it('counts by the local record if the server has none (PROP-10)', async () => {
    await server.signIn()
    play(whole)
    played = undefined as unknown as PlayedTracks
    await countPlayedAlbums()
    expect(counted).toEqual(['al1'])
  })

  it('ignores damaged records and those of removed albums (PROP-42)', async () => {
    await server.signIn()
    for (const damaged of ['[]', 'nonsense', '{"al1":7,"../x":["a"],"al2":[1,"al2-1"]}']) {
      localStorage.setItem('playedTracks', damaged)
      await countPlayedAlbums()
    }
    expect(readPlayed()).toEqual({ al2: ['al2-1'] })
    play({ ...whole, gone: ['a', 'b'] })
    localStorage.setItem('countedAlbums', 'nonsense')
    await countPlayedAlbums()
    expect(counted).toEqual(['al1'])
    const looked = server.countCalls(fetchAlbum)
    await countPlayedAlbums()
    expect(server.countCalls(fetchAlbum)).toBe(looked)
  })
})

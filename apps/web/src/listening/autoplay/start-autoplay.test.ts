import { fetchSimilarTracks } from '@refrain/contract/catalogue/similar-tracks'
import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { announcement } from '../announcements/announce.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { isSimilarList } from './similar-list.ts'
import { startAutoplay } from './start-autoplay.ts'

const endSession = vi.hoisted(() => new Set<() => void>())
vi.mock('../../account/session.ts', async original => ({
  ...(await original<object>()),
  onSessionEnd: (act: () => void) => void endSession.add(act),
}))

const album = makeAlbum('al1', 3)
const similar = makeTracks(makeAlbum('al2', 2))
const answer = vi.fn(
  (_: { readonly tracks: readonly string[]; readonly except?: readonly string[] }) => similar,
)

beforeEach(() => {
  endSession.clear()
  answer.mockReset()
  answer.mockReturnValue(similar)
  mockCalls(mockCall(fetchSimilarTracks, answer))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function setUp() {
  const output = createFakeOutput()
  const player = createPlayer({ output })
  player.setSettings({ repeat: 'off', autoplay: true })
  startAutoplay(player)
  player.playAlbum(toPlayingList(album, makeTracks(album)))
  output.events.emit({ type: 'playing' })
  const play = (trackId: string) => {
    player.playFrom('album', trackId)
    output.events.emit({ type: 'playing' })
  }
  const advance = () => output.events.emit({ type: 'advanced', track: output.next! })
  return { player, output, play, advance }
}

/** After the answers of calls that were made. */
const settled = () => new Promise(resolve => setTimeout(resolve))

it('asks once, for music like the last tracks without what has played, while the last one plays (PROP-73)', async () => {
  const { player, output, advance } = setUp()
  advance()
  expect(answer).not.toHaveBeenCalled()
  advance()
  await vi.waitFor(() => expect(output.next?.id).toBe('al2-1'))
  expect(answer.mock.calls).toEqual([[{ tracks: ['al1-3', 'al1-2', 'al1-1'], except: [] }]])
  advance()
  expect(player.getState()).toMatchObject({ track: { id: 'al2-1' }, list: { title: 'Track 3' } })
  expect(isSimilarList(player.getState().list!)).toBe(true)
  advance()
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
  expect(answer.mock.lastCall?.[0]).toMatchObject({
    tracks: ['al2-2', 'al2-1', 'al1-3', 'al1-2', 'al1-1'],
  })
})

it('does not ask while something else follows, or while it is off', () => {
  const { player, play } = setUp()
  for (const settings of [
    { repeat: 'all' },
    { repeat: 'one' },
    { repeat: 'off', autoplay: false },
  ] as const) {
    player.setSettings({ autoplay: true, ...settings })
    play('al1-3')
  }
  expect(answer).not.toHaveBeenCalled()
})

it('asks again later after a failure, and drops what comes too late', async () => {
  vi.useFakeTimers()
  const { player, play } = setUp()
  answer.mockImplementationOnce(() => {
    throw new Error('away')
  })
  play('al1-3')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(answer).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answer).toHaveBeenCalledTimes(2)
  play('al1-1')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(player.getState().continuation).toBeNull()
})

it('is like what has played, not like what was skipped before it did', async () => {
  const { player, play } = setUp()
  player.playFrom('album', 'al1-2')
  play('al1-3')
  await vi.waitFor(() => expect(answer).toHaveBeenCalled())
  expect(answer.mock.calls).toEqual([[{ tracks: ['al1-3', 'al1-1'], except: ['al1-2'] }]])
})

it('forgets at the end of a session, and drops what is on its way', async () => {
  const { player, play } = setUp()
  play('al1-3')
  for (const end of endSession) end()
  player.stop()
  await settled()
  expect(player.getState()).toMatchObject({ track: null, continuation: null })
  answer.mockClear()
  player.playAlbum(toPlayingList(album, makeTracks(album)))
  play('al1-3')
  await vi.waitFor(() => expect(answer).toHaveBeenCalled())
  expect(answer.mock.calls[0]?.[0].tracks).toEqual(['al1-3'])
})

it('asks after the end, too, so that play goes on with what is found', async () => {
  const { player, output, play } = setUp()
  player.setSettings({ autoplay: false })
  play('al1-3')
  player.pause()
  player.setSettings({ autoplay: true })
  expect(answer).not.toHaveBeenCalled()
  player.setSettings({ autoplay: false })
  play('al1-3')
  output.events.emit({ type: 'position', position: 9, duration: 10 })
  output.events.emit({ type: 'ended' })
  player.setSettings({ autoplay: true })
  await vi.waitFor(() => expect(player.getState().continuation).not.toBeNull())
  player.resume()
  expect(player.getState().track?.id).toBe('al2-1')
})

it('says that nothing is found', async () => {
  answer.mockReturnValue([])
  const { player, play } = setUp()
  play('al1-3')
  await vi.waitFor(() =>
    expect(announcement.getState()).toMatchObject({ text: 'No similar music found', isShown: true }),
  )
  expect(player.getState().continuation).toBeNull()
})

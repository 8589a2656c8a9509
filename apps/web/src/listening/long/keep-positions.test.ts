import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { keepPositions } from './keep-positions.ts'
import { mayBeResumable } from './may-be-long.ts'
import { isAudiobook, isResumable } from './recordings.ts'
import { NO_OFFER, resumeOffer } from './resume-offer.ts'

const HOUR = 3_600
const album = makeAlbum('al1', 3)
const [book, mix, song] = makeTracks(album)
const list = toPlayingList(album, [
  { ...book!, url: 'book.m4b', duration: '60:00' },
  { ...mix!, duration: '60:00' },
  song!,
])

let stored: Map<string, number>
let writes: [string, number][]
let clock: number
let isFailing: boolean
let stop: () => void
let output: ReturnType<typeof createFakeOutput>
let player: ReturnType<typeof createPlayer>

beforeEach(() => {
  stored = new Map()
  writes = []
  clock = 0
  isFailing = false
  output = createFakeOutput()
  player = createPlayer({ output })
  stop = keepPositions(
    player,
    {
      read: async id => {
        if (isFailing) throw new Error('offline')
        return stored.get(id) ?? 0
      },
      write: async (id, seconds) => void writes.push([id, seconds]),
    },
    () => clock,
  )
})
afterEach(() => stop())

const at = (position: number, duration = HOUR) => output.events.emit({ type: 'position', position, duration })
const offer = () => resumeOffer.getState()
/** Plays a track from its start, until what is stored of it is known. */
async function play(id: string) {
  player.playAlbum(list, id)
  output.events.emit({ type: 'playing' })
  at(0.1)
  await vi.waitFor(() => Promise.resolve())
}

it('continues an audiobook where it was left, on any device', async () => {
  stored.set('al1-1', 2_050)
  await play('al1-1')
  expect(output.calls).toContain('seek 2050')
  expect(offer()).toEqual(NO_OFFER)
})

it('starts another long recording at 0 and offers to continue; nothing is written until then', async () => {
  stored.set('al1-2', 2_050)
  await play('al1-2')
  expect(output.calls.filter(call => call.startsWith('seek'))).toEqual([])
  expect(offer()).toEqual({ load: player.getState().load, position: 2_050 })
  clock = 60_000
  at(60)
  player.pause()
  expect(writes).toEqual([])
  player.resume()
  at(121)
  expect(offer()).toEqual(NO_OFFER)
})

it('writes every 15 seconds at most, on pause, on another track and when the page is left', async () => {
  await play('al1-1')
  for (let second = 1; second <= 40; second++) {
    clock = second * 1_000
    at(second)
  }
  expect(writes).toEqual([
    ['al1-1', 15],
    ['al1-1', 30],
  ])
  player.pause()
  expect(writes.at(-1)).toEqual(['al1-1', 40])
  player.resume()
  at(43)
  dispatchEvent(new Event('pagehide'))
  expect(writes.at(-1)).toEqual(['al1-1', 43])
  at(47)
  await play('al1-2')
  expect(writes.at(-1)).toEqual(['al1-1', 47])
  expect(writes.length).toBe(5)
})

it('forgets what was heard to its end, and does not start there', async () => {
  stored.set('al1-1', 3_590)
  await play('al1-1')
  expect(output.calls.filter(call => call.startsWith('seek'))).toEqual([])
  at(3_585)
  player.pause()
  expect(writes).toEqual([['al1-1', 0]])
})

it('leaves short tracks and the first seconds alone', async () => {
  await play('al1-3')
  at(100, 185)
  player.pause()
  await play('al1-1')
  at(14)
  player.pause()
  expect(writes).toEqual([])
})

it('overwrites nothing that it could not read, and asks again', async () => {
  stored.set('al1-1', 2_050)
  isFailing = true
  await play('al1-1')
  at(10)
  player.pause()
  expect(writes).toEqual([])
  isFailing = false
  player.resume()
  clock = 20_000
  at(20)
  await vi.waitFor(() => expect(offer().position).toBe(2_050))
})

const track = (url: string, genre: string, durationSeconds: number) =>
  ({ audioSrc: `/audio/al1/${url}`, genre, durationSeconds }) as PlayerTrack

it.each([
  ['a.m4b', '', 60, true, true],
  ['a.m4b.01.wav', '', 60, true, true],
  ['a.m4b.01-2.wav', '', 60, true, true],
  ['a.m4b.wav', '', 60, false, false],
  ['a.mp3', 'Audiobook', 60, true, true],
  ['a.mp3', 'audio books', 60, true, true],
  ['a.mp3', 'Livres audio', 60, true, true],
  ['a.mp3', 'Audiolibro', 60, true, true],
  ['a.mp3', 'Luisterboeken', 60, true, true],
  ['a.mp3', 'Speech', 60, true, true],
  ['a.mp3', 'Spoken Word', 60, true, true],
  ['a.mp3', 'Hörbuch', 60, true, true],
  ['a.mp3', 'Ho\u0308rspiel', 60, true, true],
  ['a.m4a', 'Speech Metal', 60, false, false],
  ['a.mp3', 'Techno', 20 * 60, false, true],
  ['a.mp3', 'Techno', 20 * 60 - 1, false, false],
])('%s of genre "%s" and %d s: audiobook %s, remembered %s', (url, genre, seconds, isBook, isKept) => {
  expect([isAudiobook(track(url, genre, seconds)), isResumable(track(url, genre, seconds))]).toEqual([
    isBook,
    isKept,
  ])
  if (isKept) expect(mayBeResumable(track(url, genre, seconds))).toBe(true)
})

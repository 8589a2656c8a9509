import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from './fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import { ACTS, type Act, EVENTS, type OutputEvent } from './rules.ts'
import type { PlayerStatus, PlayerTrack, PlayingList } from './state.ts'

function track(id: string, albumId = 'album'): PlayerTrack {
  return {
    id,
    title: `Title ${id}`,
    albumId,
    albumTitle: 'Album',
    artistId: 'artist',
    artistName: 'Artist',
    audioSrc: `/audio/${albumId}/${id}.flac`,
    durationSeconds: 100,
    artwork: '',
    disc: 1,
    number: 0,
  }
}
const list: PlayingList = {
  id: 'album',
  title: 'Album',
  type: 'album',
  tracks: ['a', 'b', 'c'].map(id => track(id)),
}

let output: FakeOutput
let player: Player
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  output = createFakeOutput()
  player = createPlayer({ output })
})

/** Brings the player into a state by what a listener and an output can do. */
function bringTo(status: PlayerStatus): void {
  if (status === 'idle') return
  player.playAlbum(list)
  if (status === 'playing') output.tell.onSounding()
  if (status === 'paused') player.pause()
}

const acts: Record<Act, () => void> = {
  start: () => player.playAlbum(list, 'b'),
  pause: () => player.pause(),
  resume: () => player.resume(),
  next: () => player.next(),
  previous: () => player.previous(),
  seek: () => player.seekTo(10),
  stop: () => player.stop(),
  restore: () =>
    player.restore({
      track: track('a'),
      position: 7,
      list: null,
      source: 'album',
      naturals: { album: [track('a')], user: [] },
      shuffled: { album: false, user: false },
      orders: { album: [], user: [] },
    }),
}
const events: Record<OutputEvent, () => void> = {
  sounding: () => output.tell.onSounding(),
  waiting: () => output.tell.onWaiting(),
  paused: () => output.tell.onPaused(),
  advanced: () => output.tell.onAdvanced(player.getState().nextTrack ?? track('none')),
  ended: () => output.tell.onEnded(),
  finished: () => {
    player.sleep({ kind: 'track' })
    output.tell.onEnded()
  },
  failed: () => output.tell.onFailed(new Error('no sound')),
}
const states: PlayerStatus[] = ['idle', 'loading', 'playing', 'paused']

describe.each(states)('while %s', status => {
  it.each(Object.keys(ACTS) as Act[])('%s leads where the table says (ENG-02, BAR-13)', act => {
    bringTo(status)
    const before = {
      state: player.getState(),
      progress: player.progress.getState(),
      asked: output.asked.length,
    }
    acts[act]()
    const to = ACTS[act][status]
    expect(player.getState().status).toBe(to ?? status)
    if (to === null) {
      expect(player.getState()).toBe(before.state)
      expect(player.progress.getState()).toBe(before.progress)
      expect(output.asked).toHaveLength(before.asked)
    }
  })

  it.each(Object.keys(EVENTS) as OutputEvent[])('the event %s leads where the table says', event => {
    bringTo(status)
    events[event]()
    expect(player.getState().status).toBe(EVENTS[event][status] ?? status)
  })
})

it('starting a track sets the source, resets the time to 0 and plays once it can (ENG-03, ENG-04, ENG-05)', () => {
  player.playAlbum(list)
  output.tell.onSounding()
  output.tell.onPosition(42, 100)
  player.next()
  expect(output.asked.at(-1)).toBe('start b at 0')
  expect(player.progress.getState()).toEqual({ position: 0, duration: 100 })
  expect(player.getState().status).toBe('loading')
  output.tell.onSounding()
  expect(player.getState().status).toBe('playing')
})

it('a failure leaves it paused and not loading and says so on the console (ENG-06, ERR-09)', () => {
  player.playAlbum(list)
  output.tell.onFailed(new Error('no sound'))
  expect(player.getState().status).toBe('paused')
  expect(console.error).toHaveBeenCalledWith('Failed to play audio', expect.anything())
})

it('resuming after a failure starts the track again at the same second', () => {
  player.playAlbum(list)
  output.tell.onSounding()
  output.tell.onPosition(42, 100)
  output.tell.onFailed(new Error('no sound'))
  player.toggle()
  expect(output.asked.at(-1)).toBe('start a at 42')
  expect(player.getState().status).toBe('loading')
})

it('next and previous wrap at both ends (ENG-08, ENG-09)', () => {
  player.playAlbum(list)
  player.previous()
  expect(player.getState().track?.id).toBe('c')
  player.next()
  expect(player.getState().track?.id).toBe('a')
})

it('the next track of the list starts when one ends, in the order the preview shows (ENG-11, READ-12)', () => {
  player.playAlbum(list)
  for (const id of ['b', 'c', 'a']) {
    expect(player.getState().nextTrack?.id).toBe(id)
    output.tell.onEnded()
    expect(player.getState().track?.id).toBe(id)
  }
})

it('there is no next track while nothing is loaded (ENG-12)', () => {
  expect(player.getState().nextTrack).toBeNull()
  player.playAlbum(list)
  player.stop()
  expect(player.getState().nextTrack).toBeNull()
})

it('takes the one after where the prepared track cannot be played', () => {
  player.playAlbum(list)
  output.tell.onUnplayable(list.tracks[1] as PlayerTrack)
  expect(player.getState().nextTrack?.id).toBe('c')
  expect(output.prepared?.id).toBe('c')
  player.next()
  expect(player.getState().track?.id).toBe('c')
})

it('goes on with the prepared track without starting it again', () => {
  player.playAlbum(list)
  output.tell.onSounding()
  const asked = output.asked.length
  output.tell.onAdvanced(list.tracks[1] as PlayerTrack)
  expect(player.getState()).toMatchObject({ status: 'playing', index: 1, nextTrack: { id: 'c' } })
  expect(output.asked).toHaveLength(asked)
  expect(output.prepared?.id).toBe('c')
})

it('a track outside the list becomes a list of its own album', () => {
  player.playAlbum(list)
  player.playTrack(track('x', 'other'))
  expect(player.getState()).toMatchObject({ list: { id: 'other', type: 'album' }, index: 0 })
  expect(player.getState().queue.map(item => item.id)).toEqual(['x'])
})

it('seeks by seconds and by percent, never beyond the track (BAR-06)', () => {
  player.playAlbum(list)
  player.seekToPercent(50)
  expect(output.asked.at(-1)).toBe('seek 50')
  player.seekTo(1_000)
  expect(output.asked.at(-1)).toBe('seek 100')
  player.seekTo(-1)
  expect(player.progress.getState().position).toBe(0)
})

it('the state is the same object while only the position moves', () => {
  player.playAlbum(list)
  output.tell.onSounding()
  const before = player.getState()
  const listener = vi.fn()
  player.subscribe(listener)
  output.tell.onPosition(1, 100)
  output.tell.onSounding()
  expect(player.getState()).toBe(before)
  expect(listener).not.toHaveBeenCalled()
})

it.each([
  ['0.5', 0.5],
  ['2', 1],
  ['loud', 1],
  [null, 1],
])('reads the kept volume %j as %d', (kept, volume) => {
  const storage = { getItem: () => kept, setItem: () => {} }
  expect(createPlayer({ output: createFakeOutput(), storage }).getState().volume).toBe(volume)
})

it('keeps the volume, also while idle, and outlives a storage that throws (READ-35)', () => {
  const setItem = vi.fn(() => {
    throw new Error('full')
  })
  const quiet = createPlayer({ output, storage: { getItem: () => null, setItem } })
  quiet.setVolume(0.25)
  expect(quiet.getState().volume).toBe(0.25)
  expect(setItem).toHaveBeenCalledWith('volume', '0.25')
  expect(output.asked.at(-1)).toBe('volume 0.25')
})

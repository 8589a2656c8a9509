import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import { DEFAULT_SETTINGS } from './state/playback-settings.ts'
import { IDLE_STATE, type PlayerTrack } from './state/player-state.ts'
import { makeAlbum, makeTrack } from './testing/make-tracks.ts'

const list = makeAlbum('a', 'b', 'c')

let output: FakeOutput
let player: Player
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  output = createFakeOutput()
  player = createPlayer({ output })
})

it('starts a track at 0 and plays it as soon as possible (ENG-03, ENG-04, ENG-05)', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
  player.next()
  expect(output.calls.at(-1)).toBe('start b at 0')
  expect(player.progress.getState()).toEqual({ position: 0, duration: 100 })
  expect(player.getState().status).toBe('loading')
  output.events.emit({ type: 'playing' })
  expect(player.getState().status).toBe('playing')
})

it('pauses after a failure and logs it (ENG-06, ERR-09)', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'failed', error: new Error('no sound') })
  expect(player.getState().status).toBe('paused')
  output.events.emit({ type: 'failed', error: new Error('refused as well') })
  expect(console.error).toHaveBeenCalledExactlyOnceWith('Failed to play audio', new Error('no sound'))
})

it('starts a track that failed while paused again on resume', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
  player.pause()
  output.events.emit({ type: 'failed', error: new Error('no sound') })
  expect(console.error).toHaveBeenCalledOnce()
  player.resume()
  expect(output.calls.at(-1)).toBe('start a at 42')
})

it('keeps the position when paused (ENG-07)', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
  player.pause()
  expect(player.progress.getState()).toEqual({ position: 42, duration: 100 })
  player.resume()
  expect(player.progress.getState()).toEqual({ position: 42, duration: 100 })
})

it('starts a track again at the same position when resumed after a failure', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
  output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'refused' })
  player.toggle()
  expect(output.calls.at(-1)).toBe('start a at 42')
  expect(player.getState().status).toBe('loading')
})

it.each([
  ['album', 'b'],
  ['user', 'a'],
] as const)(
  'goes on with what follows, or else the same again, where it was brought to the end while paused: %s',
  (source, started) => {
    player.playAlbum(list)
    output.events.emit({ type: 'playing' })
    output.events.emit({ type: 'position', position: 10, duration: 100 })
    player.selectSource(source)
    player.pause()
    player.seekTo(100)
    output.events.emit({ type: 'ended' })
    expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'a' } })
    player.resume()
    expect(output.calls.at(-1)).toBe(`start ${started} at 0`)
    expect(player.getState()).toMatchObject({ status: 'loading', load: 2 })
  },
)

it('wraps next and previous at both ends (ENG-08, ENG-09)', () => {
  player.playAlbum(list)
  player.previous()
  expect(player.getState().track?.id).toBe('c')
  player.next()
  expect(player.getState().track?.id).toBe('a')
})

it('starts the next track of the preview when one ends (ENG-11, READ-12)', () => {
  player.playAlbum(list)
  for (const id of ['b', 'c', 'a']) {
    expect(player.getState().nextTrack?.id).toBe(id)
    output.events.emit({ type: 'ended' })
    expect(player.getState().track?.id).toBe(id)
  }
})

it('has no next track while idle (ENG-12)', () => {
  expect(player.getState().nextTrack).toBeNull()
  player.playAlbum(list)
  player.stop()
  expect(player.getState().nextTrack).toBeNull()
})

it('counts the starts of tracks (ENG-14, READ-54)', () => {
  player.playAlbum({ ...list, tracks: list.tracks.slice(0, 2) })
  output.events.emit({ type: 'playing' })
  expect(player.getState().load).toBe(1)
  player.pause()
  player.resume()
  player.seekTo(0)
  output.events.emit({ type: 'failed', error: new Error('no sound') })
  player.resume()
  expect(player.getState().load).toBe(1)
  player.next()
  output.events.emit({ type: 'ended' })
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'advanced', track: list.tracks[1] as PlayerTrack })
  player.previous()
  expect(player.getState().load).toBe(5)
  player.stop()
  player.playAlbum(list)
  expect(player.getState().load).toBe(6)
})

it('repeats the only track of a list and counts that as a start (ENG-09, READ-54)', () => {
  player.playAlbum({ ...list, tracks: list.tracks.slice(0, 1) })
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 99, duration: 100 })
  expect(output.next?.id).toBe('a')
  output.setNext(null)
  output.events.emit({ type: 'advanced', track: list.tracks[0] as PlayerTrack })
  expect(player.getState()).toMatchObject({ status: 'playing', load: 2 })
  expect(output.next?.id).toBe('a')
  expect(player.progress.getState().position).toBe(0)
})

it('prepares no next track between a failure and resume', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'failed', error: new Error('no sound') })
  player.addToQueue(makeTrack('x'))
  player.selectSource('user')
  expect(output.next?.id).toBe('b')
  player.resume()
  expect(output.next?.id).toBe('x')
})

it('tells the output the next track only when it changes', () => {
  const sent: (string | undefined)[] = []
  output.setNext = track => sent.push(track?.id)
  player.playAlbum(list)
  player.addToQueue(makeTrack('x'))
  player.selectSource('album')
  player.seekTo(10)
  expect(sent).toEqual(['b'])
  player.selectSource('user')
  player.next()
  expect(sent).toEqual(['b', 'x', 'x'])
})

it('resets everything but volume and settings on stop and ignores late events (PROP-49)', () => {
  player.setVolume(0.5)
  player.setSettings({ rate: 2 })
  player.addToQueue(makeTrack('x'))
  player.toggleShuffle('user')
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
  player.stop()
  output.events.emit({ type: 'position', position: 43, duration: 100 })
  output.events.emit({ type: 'playing' })
  expect(player.getState()).toEqual({
    ...IDLE_STATE,
    volume: 0.5,
    settings: { ...DEFAULT_SETTINGS, rate: 2 },
    load: 1,
  })
  expect(player.progress.getState()).toEqual({ position: 0, duration: 0 })
})

it('continues with the prepared track without starting it again', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  const asked = output.calls.length
  output.events.emit({ type: 'advanced', track: list.tracks[1] as PlayerTrack })
  expect(player.getState()).toMatchObject({ status: 'playing', index: 1, nextTrack: { id: 'c' } })
  expect(output.calls).toHaveLength(asked)
  expect(output.next?.id).toBe('c')
})

it('plays a track outside of the list as a list of its album', () => {
  player.playAlbum(list)
  player.playTrack(makeTrack('x', { albumId: 'other' }))
  expect(player.getState()).toMatchObject({ list: { id: 'other', type: 'album' }, index: 0 })
  expect(player.getState().queue.map(item => item.id)).toEqual(['x'])
})

it('seeks by seconds and by percent within the track (BAR-06)', () => {
  player.playAlbum(list)
  player.seekToPercent(50)
  expect(output.calls.at(-1)).toBe('seek 50')
  player.seekTo(1_000)
  expect(output.calls.at(-1)).toBe('seek 100')
  player.seekTo(-1)
  expect(player.progress.getState().position).toBe(0)
})

it('keeps the state object while only the position changes', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  const before = player.getState()
  const listener = vi.fn()
  player.subscribe(listener)
  output.events.emit({ type: 'position', position: 1, duration: 100 })
  output.events.emit({ type: 'playing' })
  expect(player.getState()).toBe(before)
  expect(listener).not.toHaveBeenCalled()
})

import { beforeEach, expect, it, vi } from 'vitest'
import { makeAlbum, makeTrack } from './testing/make-tracks.ts'
import {
  album,
  all,
  check,
  ifLoaded,
  type Outcomes,
  PAUSED_ALREADY,
  rowsOf,
  setUpSituation,
  snapshot,
} from './testing/situations.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const ACTIONS: Outcomes = {
  'playing an album': [({ player }) => player.playAlbum(album, 'b'), all('loading b: start b at 0')],
  'playing an album without tracks': [({ player }) => player.playAlbum({ ...album, tracks: [] }), all('-')],
  'playing a strange track of an album': [({ player }) => player.playAlbum(album, 'z'), all('-')],
  'playing a track': [({ player }) => player.playTrack(makeTrack('a')), all('loading a: start a at 0')],
  'playing a track of no list': [
    ({ player }) => player.playTrack(makeTrack('z')),
    all('loading z: start z at 0'),
  ],
  'playing from the album': [
    ({ player }) => player.playFrom('album', 'c'),
    ifLoaded('loading c: start c at 0'),
  ],
  'playing from the own tracks': [
    ({ player }) => player.playFrom('user', 'x'),
    all('loading x: start x at 0'),
  ],
  'playing what a source does not have': [({ player }) => player.playFrom('user', 'a'), all('-')],
  'going on in another list': [
    ({ player }) => player.continueIn({ ...makeAlbum('c', 'a'), id: 'other' }),
    { ...all('='), idle: 'loading c: start c at 0' },
  ],
  'going on in a list without the track': [
    ({ player }) => player.continueIn({ ...makeAlbum('m', 'n'), id: 'other' }),
    all('loading m: start m at 0'),
  ],
  'adding tracks to the list': [
    ({ player }) => player.updateList(makeAlbum('a', 'b', 'c', 'd')),
    { ...all('='), idle: '-' },
  ],
  pausing: [
    ({ player }) => player.pause(),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  resuming: [
    ({ player }) => player.resume(),
    {
      idle: '-',
      loading: 'resume',
      playing: '-',
      paused: 'loading a: resume',
      failed: 'loading a: start a at 42',
      over: 'loading b: start b at 0',
      restored: 'loading a: start a at 42',
    },
  ],
  'pressing play/pause': [
    ({ player }) => player.toggle(),
    {
      idle: '-',
      loading: 'paused a: pause',
      playing: 'paused a: pause',
      paused: 'loading a: resume',
      failed: 'loading a: start a at 42',
      over: 'loading b: start b at 0',
      restored: 'loading a: start a at 42',
    },
  ],
  next: [({ player }) => player.next(), ifLoaded('loading b: start b at 0')],
  previous: [({ player }) => player.previous(), ifLoaded('loading c: start c at 0')],
  seeking: [
    ({ player }) => player.seekTo(10),
    {
      idle: '-',
      loading: 'loading a: seek 10',
      playing: 'playing a: seek 10',
      paused: 'paused a: seek 10',
      failed: 'paused a:',
      over: 'paused a:',
      restored: 'paused a:',
    },
  ],
  'seeking by percent': [
    ({ player }) => player.seekToPercent(10),
    {
      idle: '-',
      loading: 'loading a: seek 10',
      playing: 'playing a: seek 10',
      paused: 'paused a: seek 10',
      failed: 'paused a:',
      over: 'paused a:',
      restored: 'paused a:',
    },
  ],
  'seeking nowhere': [({ player }) => player.seekTo(Number.NaN), all('-')],
  stopping: [({ player }) => player.stop(), ifLoaded('idle -: stop')],
  restoring: [
    ({ player }) => player.restore({ ...snapshot, track: makeTrack('r') }),
    { ...all('-'), idle: 'paused r:' },
  ],
  'adding to the queue': [({ player }) => player.addToQueue(makeTrack('y')), all('=')],
  'adding what is there': [({ player }) => player.addToQueue(makeTrack('x')), all('-')],
  'removing from the queue': [({ player }) => player.removeFromQueue('x'), all('=')],
  'removing what is not there': [({ player }) => player.removeFromQueue('a'), all('-')],
  'clearing the queue': [({ player }) => player.clearQueue(), all('=')],
  'putting kept tracks in front of the queue': [
    ({ player }) => player.restoreQueue([makeTrack('y')], []),
    all('='),
  ],
  'knowing what goes on after the end': [
    ({ player }) => player.setContinuation({ ...makeAlbum('s', 't'), id: 'similar' }),
    all('='),
  ],
  'playing similar music that is not known': [
    ({ player }) => player.playContinuation(makeTrack('s')),
    all('-'),
  ],
  'opening the own tracks': [({ player }) => player.selectSource('user'), all('=')],
  'opening what is open': [({ player }) => player.selectSource('album'), all('-')],
  'shuffling the album': [({ player }) => player.toggleShuffle('album'), all('=')],
  'shuffling the own tracks': [({ player }) => player.toggleShuffle('user'), all('=')],
  'setting the sound': [({ player }) => player.setSettings({ rate: 2 }), all('=')],
  'setting no sound': [({ player }) => player.setSettings({ rate: Number.NaN }), all('=')],
  'sleeping after the track': [({ player }) => player.setSleep({ kind: 'track' }), all('=')],
  'sleeping later': [({ player }) => player.setSleep({ kind: 'at', until: Date.now() + 60_000 }), all('=')],
  'sleeping at no time': [({ player }) => player.setSleep({ kind: 'at', until: Number.NaN }), all('-')],
  'sleeping at once': [
    ({ player }) => player.setSleep({ kind: 'at', until: 0 }),
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  'dismissing a notice': [({ player }) => player.dismissNotice(), { ...all('-'), failed: '=' }],
  'loading the output': [({ player }) => player.loadOutput(), all('-')],
  prefetching: [({ player }) => player.prefetch(makeTrack('w')), all('prefetch w')],
  'showing receivers': [({ player }) => player.showReceivers(), all('show receivers')],
  'changing the volume': [({ player }) => player.setVolume(0.5), all('volume 0.5')],
}

it.each(rowsOf(ACTIONS))(
  '$name while $situation: $outcome (ENG-02, BAR-13, READ-35)',
  ({ situation, outcome, action }) => {
    check(situation, outcome, action)
  },
)

it('covers every action', () => {
  const reading = ['getState', 'subscribe', 'progress', 'destroy']
  const tried = Object.values(ACTIONS).map(([action]) => String(action).match(/player\.(\w+)\(/)?.[1])
  const { player } = setUpSituation('idle')
  expect(new Set(tried)).toEqual(new Set(Object.keys(player).filter(name => !reading.includes(name))))
})

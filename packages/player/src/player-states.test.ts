import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from './fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import { ACTS, EVENTS, TOGGLE } from './rules.ts'
import type { PlayerStatus } from './state.ts'
import { makeAlbum, makeTrack, makeTracks } from './testing/make-tracks.ts'

let output: FakeOutput
let player: Player
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  output = createFakeOutput()
  player = createPlayer({ output })
  player.addToQueue(makeTrack('x'))
})

const album = makeAlbum('a', 'b', 'c')
function playTo(seconds: number): void {
  player.playAlbum(album)
  output.tell.onSounding()
  output.tell.onPosition(seconds, 100)
}
const snapshot = {
  track: makeTrack('a'),
  position: 42,
  list: null,
  source: 'album',
  naturals: { album: album.tracks, user: makeTracks('x') },
  shuffled: { album: false, user: false },
  orders: { album: [], user: [] },
} as const

/** Every state, the paused one in its four kinds: all of them have the track `a` but idle, and hold `x` as own. */
const situations = {
  idle: () => {},
  loading: () => player.playAlbum(album),
  playing: () => playTo(42),
  paused: () => {
    playTo(42)
    player.pause()
  },
  failed: () => {
    playTo(42)
    output.tell.onFailed(new Error('no sound'))
  },
  over: () => {
    playTo(42)
    player.sleep({ kind: 'track' })
    output.tell.onEnded()
  },
  restored: () => player.restore(snapshot),
} satisfies Record<string, () => void>
type Situation = keyof typeof situations
const names = Object.keys(situations) as Situation[]
const loaded = names.filter(name => name !== 'idle')

/** `-`: nothing at all. `=`: status, track, place and sound stay. Else the status, the track, and what is asked. */
type Outcome = string
const all = (outcome: Outcome) => Object.fromEntries(names.map(name => [name, outcome]))
const ifLoaded = (outcome: Outcome) => ({
  ...Object.fromEntries(loaded.map(name => [name, outcome])),
  idle: '-',
})
const PAUSED_ALREADY = { paused: '-', failed: '-', over: '-', restored: '-' }
const ACT_OUTCOMES: Record<string, [act: () => unknown, outcomes: Record<string, Outcome>]> = {
  'playing an album': [() => player.playAlbum(album, 'b'), all('loading b: start b at 0')],
  'playing an album without tracks': [() => player.playAlbum({ ...album, tracks: [] }), all('-')],
  'playing a strange track of an album': [() => player.playAlbum(album, 'z'), all('-')],
  'playing a track': [() => player.playTrack(makeTrack('a')), all('loading a: start a at 0')],
  'playing a track of no list': [() => player.playTrack(makeTrack('z')), all('loading z: start z at 0')],
  'playing from the album': [() => player.playFrom('album', 'c'), ifLoaded('loading c: start c at 0')],
  'playing from the own tracks': [() => player.playFrom('user', 'x'), all('loading x: start x at 0')],
  'playing what a source does not have': [() => player.playFrom('user', 'a'), all('-')],
  'going on in another list': [
    () => player.goOnIn({ ...makeAlbum('c', 'a'), id: 'other' }),
    { ...all('='), idle: 'loading c: start c at 0' },
  ],
  'going on in a list without the track': [
    () => player.goOnIn({ ...makeAlbum('m', 'n'), id: 'other' }),
    all('loading m: start m at 0'),
  ],
  pausing: [
    () => player.pause(),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  resuming: [
    () => player.resume(),
    {
      idle: '-',
      loading: '-',
      playing: '-',
      paused: 'loading a: resume',
      failed: 'loading a: start a at 42',
      over: 'loading b: start b at 0',
      restored: 'loading a: start a at 42',
    },
  ],
  'pressing play/pause': [
    () => player.toggle(),
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
  next: [() => player.next(), ifLoaded('loading b: start b at 0')],
  previous: [() => player.previous(), ifLoaded('loading c: start c at 0')],
  seeking: [
    () => player.seekTo(10),
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
    () => player.seekToPercent(10),
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
  'seeking nowhere': [() => player.seekTo(Number.NaN), all('-')],
  stopping: [() => player.stop(), ifLoaded('idle -: stop')],
  restoring: [
    () => player.restore({ ...snapshot, track: makeTrack('r') }),
    { ...all('-'), idle: 'paused r:' },
  ],
  'adding to the queue': [() => player.addToQueue(makeTrack('y')), all('=')],
  'adding what is there': [() => player.addToQueue(makeTrack('x')), all('-')],
  'removing from the queue': [() => player.removeFromQueue('x'), all('=')],
  'removing what is not there': [() => player.removeFromQueue('a'), all('-')],
  'clearing the queue': [() => player.clearQueue(), all('=')],
  'opening the own tracks': [() => player.openSource('user'), all('=')],
  'opening what is open': [() => player.openSource('album'), all('-')],
  'shuffling the album': [() => player.toggleShuffle('album'), all('=')],
  'shuffling the own tracks': [() => player.toggleShuffle('user'), all('=')],
  'setting the sound': [() => player.setSound({ rate: 2 }), all('=')],
  'setting no sound': [() => player.setSound({ rate: Number.NaN }), all('=')],
  'sleeping after the track': [() => player.sleep({ kind: 'track' }), all('=')],
  'sleeping later': [() => player.sleep({ kind: 'at', until: Date.now() + 60_000 }), all('=')],
  'sleeping at no time': [() => player.sleep({ kind: 'at', until: Number.NaN }), all('-')],
  'sleeping at once': [
    () => player.sleep({ kind: 'at', until: 0 }),
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  warming: [() => player.warm(makeTrack('w')), Object.fromEntries(names.map(name => [name, 'warm w']))],
  'changing the volume': [() => player.setVolume(0.5), all('volume 0.5')],
}

const EVENT_OUTCOMES: typeof ACT_OUTCOMES = {
  sounding: [
    () => output.tell.onSounding(),
    { ...PAUSED_ALREADY, idle: '-', loading: 'playing a:', playing: '-' },
  ],
  waiting: [
    () => output.tell.onWaiting(),
    { ...PAUSED_ALREADY, idle: '-', loading: '-', playing: 'loading a:' },
  ],
  'paused from outside': [
    () => output.tell.onPaused(),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'paused a:' },
  ],
  moved: [
    () => output.tell.onPosition(50, 100),
    {
      idle: '-',
      loading: 'loading a:',
      playing: 'playing a:',
      paused: 'paused a:',
      failed: '-',
      over: '-',
      restored: '-',
    },
  ],
  'advanced to the next': [
    () => output.tell.onAdvanced(makeTrack('b')),
    {
      idle: '-',
      loading: 'loading b:',
      playing: 'playing b:',
      paused: 'paused b:',
      failed: '-',
      over: '-',
      restored: '-',
    },
  ],
  'advanced to what is not next': [
    () => output.tell.onAdvanced(makeTrack('c')),
    {
      ...PAUSED_ALREADY,
      idle: '-',
      loading: 'loading b: start b at 0',
      playing: 'loading b: start b at 0',
    },
  ],
  'advanced though asleep': [
    () => {
      player.sleep({ kind: 'track' })
      output.tell.onAdvanced(makeTrack('b'))
    },
    {
      ...all('='),
      loading: 'paused b: pause',
      playing: 'paused b: pause',
      paused: 'paused b:',
    },
  ],
  ended: [
    () => output.tell.onEnded(),
    {
      ...PAUSED_ALREADY,
      idle: '-',
      loading: 'loading b: start b at 0',
      playing: 'loading b: start b at 0',
    },
  ],
  'ended asleep': [
    () => {
      player.sleep({ kind: 'track' })
      output.tell.onEnded()
    },
    { ...all('='), loading: 'paused a:', playing: 'paused a:' },
  ],
  'ended with nothing to follow': [
    () => {
      player.removeFromQueue('x')
      player.openSource('user')
      output.tell.onEnded()
    },
    { ...all('='), loading: 'paused a:', playing: 'paused a:' },
  ],
  failed: [
    () => output.tell.onFailed(new Error('no sound')),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'paused a:' },
  ],
  'next is unplayable': [() => output.tell.onUnplayable(makeTrack('b')), { ...all('='), idle: '-' }],
  'another is unplayable': [() => output.tell.onUnplayable(makeTrack('c')), all('-')],
}

function rows(table: typeof ACT_OUTCOMES): [string, Situation, Outcome, () => unknown][] {
  return Object.entries(table).flatMap(([name, [act, outcomes]]) =>
    names.map(
      situation =>
        [name, situation, outcomes[situation] ?? 'missing', act] as [
          string,
          Situation,
          string,
          () => unknown,
        ],
    ),
  )
}

/** Does it, and holds what comes of it against the expected outcome. */
function check(situation: Situation, outcome: Outcome, act: () => unknown): void {
  situations[situation]()
  const before = { state: player.getState(), progress: player.progress.getState() }
  const asked = output.asked.length
  act()
  const { status, track } = player.getState()
  const asking = output.asked.slice(asked).join(', ')
  if (outcome === '-') {
    expect(player.getState()).toBe(before.state)
    expect(player.progress.getState()).toBe(before.progress)
    expect(asking).toBe('')
  } else if (outcome.includes(':')) {
    expect(`${status} ${track?.id ?? '-'}: ${asking}`.trimEnd()).toBe(outcome)
  } else {
    expect({ status, track }).toEqual({ status: before.state.status, track: before.state.track })
    expect(player.getState().load).toBe(before.state.load)
    expect(player.progress.getState()).toBe(before.progress)
    expect(asking).toBe(outcome === '=' ? '' : outcome)
  }
}

describe('each act in each state (ENG-02, BAR-13, READ-35)', () => {
  it.each(rows(ACT_OUTCOMES))('%s while %s: %s', (_, situation, outcome, act) => {
    check(situation, outcome, act)
  })

  it('none is left out', () => {
    const reading = ['getState', 'subscribe', 'progress', 'destroy']
    const tried = Object.values(ACT_OUTCOMES).map(([act]) => String(act).match(/player\.(\w+)\(/)?.[1])
    expect(new Set(tried)).toEqual(new Set(Object.keys(player).filter(name => !reading.includes(name))))
  })
})

describe('each event in each state', () => {
  it.each(rows(EVENT_OUTCOMES))('%s while %s: %s', (_, situation, outcome, act) => {
    check(situation, outcome, act)
  })

  it('none is left out', () => {
    const tried = Object.values(EVENT_OUTCOMES).map(([act]) => String(act).match(/tell\.(\w+)\(/)?.[1])
    expect(new Set(tried)).toEqual(new Set(Object.keys(output.tell)))
  })
})

describe('the table of the buttons says the same as what they do', () => {
  const statuses: PlayerStatus[] = ['idle', 'loading', 'playing', 'paused']
  const pressed = {
    start: () => player.playAlbum(album, 'b'),
    restore: () => player.restore(snapshot),
    pause: () => player.pause(),
    resume: () => player.resume(),
    next: () => player.next(),
    previous: () => player.previous(),
    seek: () => player.seekTo(10),
    stop: () => player.stop(),
  } satisfies Record<keyof typeof ACTS, () => void>
  const told = {
    sounding: () => output.tell.onSounding(),
    waiting: () => output.tell.onWaiting(),
    paused: () => output.tell.onPaused(),
    advanced: () => output.tell.onAdvanced(makeTrack('b')),
    ended: () => output.tell.onEnded(),
    finished: () => {
      player.sleep({ kind: 'track' })
      output.tell.onEnded()
    },
    failed: () => output.tell.onFailed(new Error('no sound')),
  } satisfies Record<keyof typeof EVENTS, () => void>

  it.each(
    statuses.flatMap(status => (Object.keys(ACTS) as (keyof typeof ACTS)[]).map(act => ({ status, act }))),
  )('$act while $status', ({ status, act }) => {
    situations[status]()
    pressed[act]()
    expect(player.getState().status).toBe(ACTS[act][status] ?? status)
  })

  it.each(
    statuses.flatMap(status =>
      (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).map(event => ({ status, event })),
    ),
  )('$event while $status', ({ status, event }) => {
    situations[status]()
    told[event]()
    expect(player.getState().status).toBe(EVENTS[event][status] ?? status)
  })

  it.each(statuses)('play/pause while %s', status => {
    situations[status]()
    const act = TOGGLE[status]
    player.toggle()
    expect(player.getState().status).toBe((act && ACTS[act][status]) ?? status)
  })
})

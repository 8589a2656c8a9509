import { beforeEach, expect, it, vi } from 'vitest'
import type { OutputEvent } from './output/output.ts'
import { makeTrack } from './testing/make-tracks.ts'
import { all, check, type Outcomes, PAUSED_ALREADY, rowsOf } from './testing/situations.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const EVENTS: Outcomes = {
  sounding: [
    ({ output }) => output.events.emit({ type: 'playing' }),
    { ...PAUSED_ALREADY, idle: '-', loading: 'playing a:', playing: '-' },
  ],
  waiting: [
    ({ output }) => output.events.emit({ type: 'waiting' }),
    { ...PAUSED_ALREADY, idle: '-', loading: '-', playing: 'loading a:' },
  ],
  'paused from outside': [
    ({ output }) => output.events.emit({ type: 'paused' }),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'paused a:' },
  ],
  moved: [
    ({ output }) => output.events.emit({ type: 'position', position: 50, duration: 100 }),
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
    ({ output }) => output.events.emit({ type: 'advanced', track: makeTrack('b') }),
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
    ({ output }) => output.events.emit({ type: 'advanced', track: makeTrack('c') }),
    {
      ...PAUSED_ALREADY,
      idle: '-',
      loading: 'loading b: start b at 0',
      playing: 'loading b: start b at 0',
    },
  ],
  'advanced though asleep': [
    ({ player, output }) => {
      player.setSleep({ kind: 'track' })
      output.events.emit({ type: 'advanced', track: makeTrack('b') })
    },
    {
      ...all('='),
      loading: 'paused b: pause',
      playing: 'paused b: pause',
      paused: 'paused b:',
    },
  ],
  ended: [
    ({ output }) => output.events.emit({ type: 'ended' }),
    {
      ...PAUSED_ALREADY,
      idle: '-',
      loading: 'loading b: start b at 0',
      playing: 'loading b: start b at 0',
    },
  ],
  'ended asleep': [
    ({ player, output }) => {
      player.setSleep({ kind: 'track' })
      output.events.emit({ type: 'ended' })
    },
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  'ended with nothing to follow': [
    ({ player, output }) => {
      player.removeFromQueue('x')
      player.selectSource('user')
      output.events.emit({ type: 'ended' })
    },
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  'advanced where nothing is to follow': [
    ({ player, output }) => {
      player.removeFromQueue('x')
      player.selectSource('user')
      output.events.emit({ type: 'advanced', track: makeTrack('b') })
    },
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  'failed, as the browser refuses to play': [
    ({ output }) => output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'refused' }),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'paused a:' },
  ],
  // Loading as the listener pressed play, and playing for a while.
  failed: [
    ({ output }) => output.events.emit({ type: 'failed', error: new Error('no sound') }),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'loading a:' },
  ],
  'failed, as nothing answers': [
    ({ output }) =>
      output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'unreachable' }),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'loading a:' },
  ],
  'failed, as the playhead does not move': [
    ({ output }) => output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'stuck' }),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'loading b: start b at 0' },
  ],
  'next is unplayable': [
    ({ output }) => output.events.emit({ type: 'unplayable', track: makeTrack('b') }),
    { ...all('='), idle: '-' },
  ],
  'a new chance, where nothing has failed': [
    ({ output }) => output.events.emit({ type: 'chance' }),
    all('-'),
  ],
  'another is unplayable': [
    ({ output }) => output.events.emit({ type: 'unplayable', track: makeTrack('c') }),
    all('-'),
  ],
}

it.each(rowsOf(EVENTS))('$name while $situation: $outcome (ENG-02)', ({ situation, outcome, action }) => {
  check(situation, outcome, action)
})

it('covers every event', () => {
  const tried = Object.values(EVENTS).map(([action]) => String(action).match(/type: ['"](\w+)['"]/)?.[1])
  const types: Record<OutputEvent['type'], true> = {
    playing: true,
    waiting: true,
    paused: true,
    position: true,
    advanced: true,
    ended: true,
    failed: true,
    unplayable: true,
    chance: true,
  }
  expect(new Set(tried)).toEqual(new Set(Object.keys(types)))
})

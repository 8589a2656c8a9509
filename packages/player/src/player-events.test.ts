import { beforeEach, expect, it, vi } from 'vitest'
import { makeTrack } from './testing/make-tracks.ts'
import { all, bringTo, check, type Outcomes, PAUSED_ALREADY, rowsOf } from './testing/situations.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const EVENTS: Outcomes = {
  sounding: [
    ({ output }) => output.tell.onSounding(),
    { ...PAUSED_ALREADY, idle: '-', loading: 'playing a:', playing: '-' },
  ],
  waiting: [
    ({ output }) => output.tell.onWaiting(),
    { ...PAUSED_ALREADY, idle: '-', loading: '-', playing: 'loading a:' },
  ],
  'paused from outside': [
    ({ output }) => output.tell.onPaused(),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'paused a:' },
  ],
  moved: [
    ({ output }) => output.tell.onPosition(50, 100),
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
    ({ output }) => output.tell.onAdvanced(makeTrack('b')),
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
    ({ output }) => output.tell.onAdvanced(makeTrack('c')),
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
    ({ output }) => output.tell.onEnded(),
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
      output.tell.onEnded()
    },
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  'ended with nothing to follow': [
    ({ player, output }) => {
      player.removeFromQueue('x')
      player.selectSource('user')
      output.tell.onEnded()
    },
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  'advanced where nothing is to follow': [
    ({ player, output }) => {
      player.removeFromQueue('x')
      player.selectSource('user')
      output.tell.onAdvanced(makeTrack('b'))
    },
    { ...all('='), loading: 'paused a: pause', playing: 'paused a: pause' },
  ],
  failed: [
    ({ output }) => output.tell.onFailed(new Error('no sound')),
    { ...PAUSED_ALREADY, idle: '-', loading: 'paused a:', playing: 'paused a:' },
  ],
  'next is unplayable': [
    ({ output }) => output.tell.onUnplayable(makeTrack('b')),
    { ...all('='), idle: '-' },
  ],
  'another is unplayable': [({ output }) => output.tell.onUnplayable(makeTrack('c')), all('-')],
}

it.each(rowsOf(EVENTS))('$name while $situation: $outcome (ENG-02)', ({ situation, outcome, act }) => {
  check(situation, outcome, act)
})

it('no event is left out', () => {
  const tried = Object.values(EVENTS).map(([act]) => String(act).match(/tell\.(\w+)\(/)?.[1])
  const { output } = bringTo('idle')
  expect(new Set(tried)).toEqual(new Set(Object.keys(output.tell)))
})

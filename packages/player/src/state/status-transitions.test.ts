import { beforeEach, expect, it, vi } from 'vitest'
import { makeTrack } from '../testing/make-tracks.ts'
import { album, type Setup, setUpSituation, snapshot } from '../testing/situations.ts'
import type { PlayerStatus } from './player-state.ts'
import {
  ACTION_TRANSITIONS,
  type Action,
  EVENT_TRANSITIONS,
  type StatusEvent,
  TOGGLE_ACTION,
} from './status-transitions.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const STATES: PlayerStatus[] = ['idle', 'loading', 'playing', 'paused']
const actions: Record<Action, (setup: Setup) => void> = {
  start: ({ player }) => player.playAlbum(album, 'b'),
  restore: ({ player }) => player.restore(snapshot),
  pause: ({ player }) => player.pause(),
  resume: ({ player }) => player.resume(),
  next: ({ player }) => player.next(),
  previous: ({ player }) => player.previous(),
  seek: ({ player }) => player.seekTo(10),
  stop: ({ player }) => player.stop(),
}
const events: Record<StatusEvent, (setup: Setup) => void> = {
  playing: ({ output }) => output.events.emit({ type: 'playing' }),
  waiting: ({ output }) => output.events.emit({ type: 'waiting' }),
  paused: ({ output }) => output.events.emit({ type: 'paused' }),
  advanced: ({ output }) => output.events.emit({ type: 'advanced', track: makeTrack('b') }),
  ended: ({ output }) => output.events.emit({ type: 'ended' }),
  finished({ player, output }) {
    player.setSleep({ kind: 'track' })
    output.events.emit({ type: 'ended' })
  },
  failed: ({ output }) =>
    output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'refused' }),
}

it.each(
  STATES.flatMap(state => (Object.keys(ACTION_TRANSITIONS) as Action[]).map(action => ({ state, action }))),
)('$action while $state leads to the status in the table (ENG-02, BAR-13)', ({ state, action }) => {
  const setup = setUpSituation(state)
  actions[action](setup)
  expect(setup.player.getState().status).toBe(ACTION_TRANSITIONS[action][state] ?? state)
})

it.each(
  STATES.flatMap(state => (Object.keys(EVENT_TRANSITIONS) as StatusEvent[]).map(event => ({ state, event }))),
)('$event while $state leads to the status in the table (ENG-02)', ({ state, event }) => {
  const setup = setUpSituation(state)
  events[event](setup)
  expect(setup.player.getState().status).toBe(EVENT_TRANSITIONS[event][state] ?? state)
})

it.each(STATES)('toggles while %s as in the table', state => {
  const { player } = setUpSituation(state)
  const action = TOGGLE_ACTION[state]
  player.toggle()
  expect(player.getState().status).toBe((action && ACTION_TRANSITIONS[action][state]) ?? state)
})

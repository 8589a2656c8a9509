import { beforeEach, expect, it, vi } from 'vitest'
import { ACTS, type Act, EVENTS, type OutputEvent, TOGGLE } from './rules.ts'
import type { PlayerStatus } from './state.ts'
import { makeTrack } from './testing/make-tracks.ts'
import { album, bringTo, type Rig, snapshot } from './testing/situations.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const STATES: PlayerStatus[] = ['idle', 'loading', 'playing', 'paused']
const acts: Record<Act, (rig: Rig) => void> = {
  start: ({ player }) => player.playAlbum(album, 'b'),
  restore: ({ player }) => player.restore(snapshot),
  pause: ({ player }) => player.pause(),
  resume: ({ player }) => player.resume(),
  next: ({ player }) => player.next(),
  previous: ({ player }) => player.previous(),
  seek: ({ player }) => player.seekTo(10),
  stop: ({ player }) => player.stop(),
}
const events: Record<OutputEvent, (rig: Rig) => void> = {
  sounding: ({ output }) => output.tell.onSounding(),
  waiting: ({ output }) => output.tell.onWaiting(),
  paused: ({ output }) => output.tell.onPaused(),
  advanced: ({ output }) => output.tell.onAdvanced(makeTrack('b')),
  ended: ({ output }) => output.tell.onEnded(),
  finished({ player, output }) {
    player.sleep({ kind: 'track' })
    output.tell.onEnded()
  },
  failed: ({ output }) => output.tell.onFailed(new Error('no sound')),
}

it.each(STATES.flatMap(state => (Object.keys(ACTS) as Act[]).map(act => ({ state, act }))))(
  '$act while $state leads where the table says (ENG-02, BAR-13)',
  ({ state, act }) => {
    const rig = bringTo(state)
    acts[act](rig)
    expect(rig.player.getState().status).toBe(ACTS[act][state] ?? state)
  },
)

it.each(STATES.flatMap(state => (Object.keys(EVENTS) as OutputEvent[]).map(event => ({ state, event }))))(
  '$event while $state leads where the table says (ENG-02)',
  ({ state, event }) => {
    const rig = bringTo(state)
    events[event](rig)
    expect(rig.player.getState().status).toBe(EVENTS[event][state] ?? state)
  },
)

it.each(STATES)('play/pause while %s does what the table says', state => {
  const { player } = bringTo(state)
  const act = TOGGLE[state]
  player.toggle()
  expect(player.getState().status).toBe((act && ACTS[act][state]) ?? state)
})

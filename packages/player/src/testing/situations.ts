import { expect } from 'vitest'
import { createFakeOutput, type FakeOutput } from '../output/fake-output.ts'
import { createPlayer, type Player } from '../player.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { makeAlbum, makeTrack, makeTracks } from './make-tracks.ts'

export interface Rig {
  readonly player: Player
  readonly output: FakeOutput
}

export const album = makeAlbum('a', 'b', 'c')

export const snapshot: Snapshot = {
  track: makeTrack('a'),
  position: 42,
  list: null,
  source: 'album',
  naturals: { album: album.tracks, user: makeTracks('x') },
  shuffled: { album: false, user: false },
  orders: { album: [], user: [] },
}

function playTo42({ player, output }: Rig): void {
  player.playAlbum(album)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
}

/** Every state, the paused one in its four kinds: all of them but idle have the track `a`, and `x` as own. */
const situations = {
  idle: () => {},
  loading: ({ player }) => player.playAlbum(album),
  playing: playTo42,
  paused(rig) {
    playTo42(rig)
    rig.player.pause()
  },
  failed(rig) {
    playTo42(rig)
    rig.output.events.emit({ type: 'failed', error: new Error('no sound') })
  },
  over(rig) {
    playTo42(rig)
    rig.player.setSleep({ kind: 'track' })
    rig.output.events.emit({ type: 'ended' })
  },
  restored: ({ player }) => player.restore(snapshot),
} satisfies Record<string, (rig: Rig) => void>

export type Situation = keyof typeof situations
const names = Object.keys(situations) as Situation[]

export function bringTo(situation: Situation): Rig {
  const output = createFakeOutput()
  const player = createPlayer({ output })
  player.addToQueue(makeTrack('x'))
  situations[situation]({ player, output })
  return { player, output }
}

/** `-`: nothing at all. `=`: status, track, place and sound stay. Else the status, the track: what is asked. */
type Outcome = string
export type Outcomes = Record<string, [act: (rig: Rig) => unknown, Readonly<Record<Situation, Outcome>>]>

/** The same in every situation. */
export function all(outcome: Outcome): Record<Situation, Outcome> {
  return Object.fromEntries(names.map(name => [name, outcome])) as Record<Situation, Outcome>
}

export const ifLoaded = (outcome: Outcome) => ({ ...all(outcome), idle: '-' })

/** What only changes something while sound is asked for. */
export const PAUSED_ALREADY = { paused: '-', failed: '-', over: '-', restored: '-' }

export function rowsOf(table: Outcomes) {
  return Object.entries(table).flatMap(([name, [act, outcomes]]) =>
    names.map(situation => ({ name, situation, outcome: outcomes[situation], act })),
  )
}

/** Does it in a situation, and holds what comes of it against the expected outcome. */
export function check(situation: Situation, outcome: Outcome, act: (rig: Rig) => unknown): void {
  const rig = bringTo(situation)
  const { player, output } = rig
  const before = { state: player.getState(), progress: player.progress.getState() }
  const asked = output.calls.length
  act(rig)
  const { status, track } = player.getState()
  const asking = output.calls.slice(asked).join(', ')
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

import { expect } from 'vitest'
import { createFakeOutput, type FakeOutput } from '../output/fake-output.ts'
import { createPlayer, type Player } from '../player.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { makeAlbum, makeTrack, makeTracks } from './make-tracks.ts'

export interface Setup {
  readonly player: Player
  readonly output: FakeOutput
}

export const album = makeAlbum('a', 'b', 'c')

export const snapshot: Snapshot = {
  track: makeTrack('a'),
  position: 42,
  list: null,
  source: 'album',
  naturalOrders: { album: album.tracks, user: makeTracks('x') },
  shuffled: { album: false, user: false },
  orders: { album: [], user: [] },
}

function playTo42({ player, output }: Setup): void {
  player.playAlbum(album)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
}

/** Every status; `paused` in four variants. All but idle have the current track `a` and the own track `x`. */
const situations = {
  idle: () => {},
  loading: ({ player }) => player.playAlbum(album),
  playing: playTo42,
  paused(setup) {
    playTo42(setup)
    setup.player.pause()
  },
  failed(setup) {
    playTo42(setup)
    setup.output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'refused' })
  },
  over(setup) {
    playTo42(setup)
    setup.player.setSleep({ kind: 'track' })
    setup.output.events.emit({ type: 'ended' })
  },
  restored: ({ player }) => player.restore(snapshot),
} satisfies Record<string, (setup: Setup) => void>

export type Situation = keyof typeof situations
const names = Object.keys(situations) as Situation[]

export function setUpSituation(situation: Situation): Setup {
  const output = createFakeOutput()
  const player = createPlayer({ output })
  player.addToQueue(makeTrack('x'))
  situations[situation]({ player, output })
  return { player, output }
}

/** `-`: nothing changes. `=`: status, track and position stay. Else `status track: calls`. */
type Outcome = string
export type Outcomes = Record<
  string,
  [action: (setup: Setup) => unknown, Readonly<Record<Situation, Outcome>>]
>

/** The same outcome in every situation. */
export function all(outcome: Outcome): Record<Situation, Outcome> {
  return Object.fromEntries(names.map(name => [name, outcome])) as Record<Situation, Outcome>
}

export const ifLoaded = (outcome: Outcome) => ({ ...all(outcome), idle: '-' })

/** For actions that change nothing while paused. */
export const PAUSED_ALREADY = { paused: '-', failed: '-', over: '-', restored: '-' }

export function rowsOf(table: Outcomes) {
  return Object.entries(table).flatMap(([name, [action, outcomes]]) =>
    names.map(situation => ({ name, situation, outcome: outcomes[situation], action })),
  )
}

/** Compares what an action does in a situation with the expected outcome. */
export function check(situation: Situation, outcome: Outcome, action: (setup: Setup) => unknown): void {
  const setup = setUpSituation(situation)
  const { player, output } = setup
  const before = { state: player.getState(), progress: player.progress.getState() }
  const callsBefore = output.calls.length
  action(setup)
  const { status, track } = player.getState()
  const calls = output.calls.slice(callsBefore).join(', ')
  if (outcome === '-') {
    expect(player.getState()).toBe(before.state)
    expect(player.progress.getState()).toBe(before.progress)
    expect(calls).toBe('')
  } else if (outcome.includes(':')) {
    expect(`${status} ${track?.id ?? '-'}: ${calls}`.trimEnd()).toBe(outcome)
  } else {
    expect({ status, track }).toEqual({ status: before.state.status, track: before.state.track })
    expect(player.getState().load).toBe(before.state.load)
    expect(player.progress.getState()).toBe(before.progress)
    expect(calls).toBe(outcome === '=' ? '' : outcome)
  }
}

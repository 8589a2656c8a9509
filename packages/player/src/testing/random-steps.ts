import * as fc from 'fast-check'
import type { FakeOutput } from '../output/fake-output.ts'
import type { Player } from '../player.ts'
import type { SleepSetting } from '../sleep-timer.ts'
import type { ListSource, PlayingList } from '../state/player-state.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { makeTrack } from './make-tracks.ts'

/** What the clock says, in milliseconds: it stands still. */
export const NOW = 1_000

export interface Step {
  readonly name: string
  /** What chooses, starts or moves sound; what only orders lists; what the output tells. */
  readonly kind: 'sound' | 'lists' | 'told'
  readonly act: (player: Player, output: FakeOutput) => unknown
}

const steps = (kind: Step['kind'], acts: Record<string, Step['act']>) =>
  fc.constantFrom(...Object.entries(acts).map(([name, act]): Step => ({ name, kind, act })))

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x', 'y', 'z')
const source = fc.constantFrom<ListSource>('album', 'user')
const tracks = fc.array(
  id.map(each => makeTrack(each)),
  { maxLength: 8 },
)
const list: fc.Arbitrary<PlayingList> = fc.record({
  id: fc.constantFrom('one', 'two'),
  title: fc.constant('List'),
  type: fc.constantFrom('album', 'playlist'),
  tracks,
})
const sleep = fc.constantFrom<SleepSetting>(
  { kind: 'off' },
  { kind: 'track' },
  { kind: 'at', until: Number.MAX_SAFE_INTEGER },
  { kind: 'at', until: 0 },
  { kind: 'at', until: NOW + 3_000 },
)
const snapshot: fc.Arbitrary<Snapshot> = fc.record({
  track: fc.option(id.map(each => makeTrack(each))),
  position: fc.oneof(fc.integer({ min: -20, max: 120 }), fc.double()),
  list: fc.constant(null),
  source,
  naturals: fc.record({ album: tracks, user: tracks }),
  shuffled: fc.record({ album: fc.boolean(), user: fc.boolean() }),
  orders: fc.record({ album: fc.array(id), user: fc.array(id) }),
})

const choosing = fc.oneof<fc.Arbitrary<Step>[]>(
  steps('sound', {
    toggle: player => player.toggle(),
    pause: player => player.pause(),
    resume: player => player.resume(),
    next: player => player.next(),
    previous: player => player.previous(),
    stop: player => player.stop(),
  }),
  fc
    .oneof(fc.integer({ min: -20, max: 120 }), fc.double())
    .map(at => ({ name: `seek ${at}`, kind: 'sound', act: player => player.seekTo(at) })),
  fc.tuple(list, fc.option(id, { nil: undefined })).map(([chosen, from]) => ({
    name: `play ${chosen.id} of ${chosen.tracks.map(track => track.id)} from ${from}`,
    kind: 'sound',
    act: player => player.playAlbum(chosen, from),
  })),
  list.map(chosen => ({
    name: `go on in ${chosen.id} of ${chosen.tracks.map(track => track.id)}`,
    kind: 'sound',
    act: player => player.continueIn(chosen),
  })),
  id.map(each => ({ name: `play ${each}`, kind: 'sound', act: player => player.playTrack(makeTrack(each)) })),
  fc.tuple(source, id).map(([from, each]) => ({
    name: `play ${each} from ${from}`,
    kind: 'sound',
    act: player => player.playFrom(from, each),
  })),
  sleep.map(wanted => ({
    name: `sleep ${JSON.stringify(wanted)}`,
    kind: 'sound',
    act: player => player.setSleep(wanted),
  })),
  snapshot.map(kept => ({
    name: `restore ${kept.track?.id}`,
    kind: 'sound',
    act: player => player.restore(kept),
  })),
)

const ordering = fc.oneof<fc.Arbitrary<Step>[]>(
  source.map(each => ({ name: `open ${each}`, kind: 'lists', act: player => player.selectSource(each) })),
  source.map(each => ({ name: `shuffle ${each}`, kind: 'lists', act: player => player.toggleShuffle(each) })),
  id.map(each => ({ name: `add ${each}`, kind: 'lists', act: player => player.addToQueue(makeTrack(each)) })),
  id.map(each => ({ name: `remove ${each}`, kind: 'lists', act: player => player.removeFromQueue(each) })),
  id.map(each => ({
    name: `put ${each} in front`,
    kind: 'lists',
    act: player => player.restoreQueue([makeTrack(each)], [each]),
  })),
  steps('lists', { clear: player => player.clearQueue(), warm: player => player.prefetch(makeTrack('w')) }),
  fc
    .record({
      crossfadeSeconds: fc.double(),
      rate: fc.double(),
      loudness: fc.constantFrom('off', 'auto', 'track', 'album'),
    })
    .map(sound => ({ name: 'sound', kind: 'lists', act: player => player.setSettings(sound) })),
  fc.double().map(volume => ({ name: 'volume', kind: 'lists', act: player => player.setVolume(volume) })),
)

const told = fc.oneof<fc.Arbitrary<Step>[]>(
  steps('told', { sounding: (_, output) => output.events.emit({ type: 'playing' }) }),
  steps('told', {
    waiting: (_, output) => output.events.emit({ type: 'waiting' }),
    paused: (_, output) => output.events.emit({ type: 'paused' }),
    ended: (_, output) => output.events.emit({ type: 'ended' }),
    failed: (_, output) => output.events.emit({ type: 'failed', error: new Error('no sound') }),
    advanced: (_, output) => output.next && output.events.emit({ type: 'advanced', track: output.next }),
    unplayable: (_, output) => output.next && output.events.emit({ type: 'unplayable', track: output.next }),
  }),
  fc.integer({ min: -20, max: 120 }).map(at => ({
    name: `at ${at}`,
    kind: 'told',
    act: (_, output) => output.events.emit({ type: 'position', position: at, duration: 100 }),
  })),
)

/** Anything that listeners and outputs can do, in any order. */
export const randomSteps = fc.array(fc.oneof(choosing, ordering, told, told), { maxLength: 60 })

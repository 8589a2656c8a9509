import * as fc from 'fast-check'
import type { FakeOutput } from '../output/fake-output.ts'
import type { Player } from '../player.ts'
import type { SleepSetting } from '../sleep-timer.ts'
import { REPEAT_MODES } from '../state/playback-settings.ts'
import type { ListSource, PlayingList } from '../state/player-state.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { makeTrack } from './make-tracks.ts'

/** The constant time of the clock, in milliseconds. */
export const NOW = 1_000

export interface Step {
  readonly name: string
  /** Whether it changes playback, changes only lists and settings, or is an event of the output. */
  readonly kind: 'playback' | 'lists' | 'event'
  readonly action: (player: Player, output: FakeOutput) => unknown
}

const steps = (kind: Step['kind'], actions: Record<string, Step['action']>) =>
  fc.constantFrom(...Object.entries(actions).map(([name, action]): Step => ({ name, kind, action })))

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
  naturalOrders: fc.record({ album: tracks, user: tracks }),
  shuffled: fc.record({ album: fc.boolean(), user: fc.boolean() }),
  orders: fc.record({ album: fc.array(id), user: fc.array(id) }),
})

const choosing = fc.oneof<fc.Arbitrary<Step>[]>(
  steps('playback', {
    toggle: player => player.toggle(),
    pause: player => player.pause(),
    resume: player => player.resume(),
    next: player => player.next(),
    previous: player => player.previous(),
    stop: player => player.stop(),
  }),
  fc
    .oneof(fc.integer({ min: -20, max: 120 }), fc.double())
    .map(at => ({ name: `seek ${at}`, kind: 'playback', action: player => player.seekTo(at) })),
  fc.tuple(list, fc.option(id, { nil: undefined })).map(([chosen, from]) => ({
    name: `play ${chosen.id} of ${chosen.tracks.map(track => track.id)} from ${from}`,
    kind: 'playback',
    action: player => player.playAlbum(chosen, from),
  })),
  list.map(chosen => ({
    name: `go on in ${chosen.id} of ${chosen.tracks.map(track => track.id)}`,
    kind: 'playback',
    action: player => player.continueIn(chosen),
  })),
  id.map(each => ({
    name: `play ${each}`,
    kind: 'playback',
    action: player => player.playTrack(makeTrack(each)),
  })),
  fc.nat(3).map(place => ({
    name: `go on now at ${place}`,
    kind: 'playback',
    action(player) {
      const track = player.getState().continuation?.tracks[place]
      if (track) player.playContinuation(track)
    },
  })),
  fc.tuple(source, id).map(([from, each]) => ({
    name: `play ${each} from ${from}`,
    kind: 'playback',
    action: player => player.playFrom(from, each),
  })),
  sleep.map(wanted => ({
    name: `sleep ${JSON.stringify(wanted)}`,
    kind: 'playback',
    action: player => player.setSleep(wanted),
  })),
  snapshot.map(kept => ({
    name: `restore ${kept.track?.id}`,
    kind: 'playback',
    action: player => player.restore(kept),
  })),
)

const ordering = fc.oneof<fc.Arbitrary<Step>[]>(
  source.map(each => ({ name: `open ${each}`, kind: 'lists', action: player => player.selectSource(each) })),
  source.map(each => ({
    name: `shuffle ${each}`,
    kind: 'lists',
    action: player => player.toggleShuffle(each),
  })),
  id.map(each => ({
    name: `add ${each}`,
    kind: 'lists',
    action: player => player.addToQueue(makeTrack(each)),
  })),
  id.map(each => ({ name: `remove ${each}`, kind: 'lists', action: player => player.removeFromQueue(each) })),
  id.map(each => ({
    name: `put ${each} in front`,
    kind: 'lists',
    action: player => player.restoreQueue([makeTrack(each)], [each]),
  })),
  list.map(chosen => ({
    name: `update ${chosen.id} to ${chosen.tracks.map(track => track.id)}`,
    kind: 'lists',
    action: player => player.updateList(chosen),
  })),
  steps('lists', { clear: player => player.clearQueue(), warm: player => player.prefetch(makeTrack('w')) }),
  fc
    .record({
      crossfadeSeconds: fc.double(),
      rate: fc.double(),
      loudness: fc.constantFrom('off', 'auto', 'track', 'album'),
      quality: fc.constantFrom('original', 'high', 'saver'),
    })
    .map(sound => ({ name: 'sound', kind: 'lists', action: player => player.setSettings(sound) })),
  fc.record({ repeat: fc.constantFrom(...REPEAT_MODES), autoplay: fc.boolean() }).map(chosen => ({
    name: JSON.stringify(chosen),
    kind: 'lists',
    action: player => player.setSettings(chosen),
  })),
  fc.option(list).map(chosen => ({
    name: `go on with ${chosen?.tracks.map(track => track.id)}`,
    kind: 'lists',
    action: player => player.setContinuation(chosen),
  })),
  fc.double().map(volume => ({ name: 'volume', kind: 'lists', action: player => player.setVolume(volume) })),
)

const outputEvents = fc.oneof<fc.Arbitrary<Step>[]>(
  steps('event', { sounding: (_, output) => output.events.emit({ type: 'playing' }) }),
  steps('event', {
    waiting: (_, output) => output.events.emit({ type: 'waiting' }),
    paused: (_, output) => output.events.emit({ type: 'paused' }),
    ended: (_, output) => output.events.emit({ type: 'ended' }),
    failed: (_, output) => output.events.emit({ type: 'failed', error: new Error('no sound') }),
    refused: (_, output) =>
      output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'refused' }),
    unreachable: (_, output) =>
      output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'unreachable' }),
    stuck: (_, output) =>
      output.events.emit({ type: 'failed', error: new Error('no sound'), reason: 'stuck' }),
    advanced: (_, output) => output.next && output.events.emit({ type: 'advanced', track: output.next }),
    unplayable: (_, output) => output.next && output.events.emit({ type: 'unplayable', track: output.next }),
  }),
  fc.integer({ min: -20, max: 120 }).map(at => ({
    name: `at ${at}`,
    kind: 'event',
    action: (_, output) => output.events.emit({ type: 'position', position: at, duration: 100 }),
  })),
)

/** Any actions and events, in any order. */
export const randomSteps = fc.array(fc.oneof(choosing, ordering, outputEvents, outputEvents), {
  maxLength: 60,
})

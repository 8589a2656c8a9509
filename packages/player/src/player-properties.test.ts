import * as fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from './fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import type { PlayerTrack } from './state.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const trackOf = (id: string): PlayerTrack => ({
  id,
  title: id,
  albumId: 'album',
  albumTitle: 'Album',
  artistId: 'artist',
  artistName: 'Artist',
  audioSrc: `/audio/album/${id}`,
  durationSeconds: 60,
  artwork: '',
  disc: 1,
  number: 0,
})

type Step = (player: Player, output: FakeOutput) => void
const step = fc.oneof<fc.Arbitrary<readonly [string, Step]>[]>(
  fc.constant(['toggle', player => player.toggle()] as const),
  fc.constant(['pause', player => player.pause()] as const),
  fc.constant(['resume', player => player.resume()] as const),
  fc.constant(['next', player => player.next()] as const),
  fc.constant(['previous', player => player.previous()] as const),
  fc.constant(['stop', player => player.stop()] as const),
  fc
    .double({ min: -10, max: 200 })
    .map(seconds => [`seek ${seconds}`, player => player.seekTo(seconds)] as const),
  fc.integer({ min: 0, max: 6 }).map(
    count =>
      [
        `playAlbum of ${count}`,
        player =>
          player.playAlbum({
            id: `list${count}`,
            title: 'List',
            type: 'album',
            tracks: Array.from({ length: count }, (_, i) => trackOf(`${count}-${i}`)),
          }),
      ] as const,
  ),
  fc.constant(['sounding', (_, output) => output.tell.onSounding()] as const),
  fc.constant(['waiting', (_, output) => output.tell.onWaiting()] as const),
  fc.constant(['paused', (_, output) => output.tell.onPaused()] as const),
  fc.constant(['ended', (_, output) => output.tell.onEnded()] as const),
  fc.constant(['failed', (_, output) => output.tell.onFailed(new Error('no sound'))] as const),
  fc.constant([
    'advanced',
    (_, output) => output.prepared && output.tell.onAdvanced(output.prepared),
  ] as const),
  fc.constant([
    'unplayable',
    (_, output) => output.prepared && output.tell.onUnplayable(output.prepared),
  ] as const),
)

/** Does random things and looks at the player after each. */
function always(holds: (player: Player, output: FakeOutput, did: string) => void): void {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const output = createFakeOutput()
      const player = createPlayer({ output })
      for (const [name, act] of steps) {
        act(player, output)
        holds(player, output, name)
      }
    }),
  )
}

it('the place in the queue always holds the track that is loaded, and idle means no track', () => {
  always(player => {
    const { status, track, queue, index } = player.getState()
    expect(queue[index] ?? null).toBe(track)
    expect(status === 'idle').toBe(track === null)
  })
})

it('a failure never leaves it loading (ENG-06)', () => {
  always((player, _output, did) => {
    if (did === 'failed') expect(player.getState().status).not.toBe('loading')
  })
})

it('the position always lies within the track', () => {
  always(player => {
    const { position, duration } = player.progress.getState()
    expect(position).toBeGreaterThanOrEqual(0)
    expect(position).toBeLessThanOrEqual(duration)
  })
})

it('what the preview shows is what is prepared, and what comes at the end of the track (ENG-11, READ-12)', () => {
  always((player, output) => {
    const { nextTrack, status } = player.getState()
    if (status === 'idle' || status === 'paused') return
    expect(output.prepared?.id ?? null).toBe(nextTrack?.id ?? null)
  })
  always((player, output) => {
    const { nextTrack, status } = player.getState()
    if (status !== 'playing') return
    output.tell.onEnded()
    if (nextTrack) expect(player.getState().track?.id).toBe(nextTrack.id)
    else expect(player.getState().status).toBe('paused')
  })
})

it('going on as often as the queue is long leads back to the start (ENG-09)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(19), fc.boolean(), (count, from, isForward) => {
      const player = createPlayer({ output: createFakeOutput() })
      const tracks = Array.from({ length: count }, (_, i) => trackOf(String(i)))
      const start = tracks[from % count]?.id ?? ''
      player.playAlbum({ id: 'list', title: 'List', type: 'album', tracks }, start)
      const seen = new Set<string>()
      for (let i = 0; i < count; i++) {
        seen.add(player.getState().track?.id ?? '')
        if (isForward) player.next()
        else player.previous()
      }
      expect(player.getState().track?.id).toBe(start)
      expect(seen.size).toBe(count)
    }),
  )
})

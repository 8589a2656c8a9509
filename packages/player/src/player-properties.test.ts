import * as fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { watchHalfPlayed } from './history/half-played.ts'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import type { ListSource, PlayerTrack } from './state/player-state.ts'
import { makeAlbum, makeIds } from './testing/make-tracks.ts'
import { NOW, randomSteps, type Step } from './testing/random-steps.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** The same each time, so that a failure can be repeated; another one by `SEED=N`. */
const SEED = Number(process.env.SEED ?? 1)
const SOURCES: ListSource[] = ['album', 'user']
/** What failed is tried again at once; the sleep timer waits for ever. */
const clock = {
  now: () => NOW,
  after(milliseconds: number, callback: () => void) {
    if (milliseconds <= 1_000) callback()
    return () => {}
  },
}
const ids = (tracks: readonly PlayerTrack[]) => tracks.map(({ id }) => id)

function setUp() {
  const output = createFakeOutput()
  return { output, player: createPlayer({ output, clock }) }
}

type Look = (player: Player, output: FakeOutput, step: Step) => void

/** Runs random steps and checks the player before and after each, and at the end. */
function always(
  prepare: (player: Player, output: FakeOutput) => { before?: Look; after?: Look; end?: Look },
) {
  fc.assert(
    fc.property(randomSteps, steps => {
      const { output, player } = setUp()
      const { before, after, end } = prepare(player, output)
      for (const step of steps) {
        before?.(player, output, step)
        step.action(player, output)
        after?.(player, output, step)
      }
      const last = steps.at(-1)
      if (last) end?.(player, output, last)
    }),
    { numRuns: 300, seed: SEED },
  )
}

describe('after any sequence of actions and events', () => {
  it('is idle exactly while no track is loaded', () => {
    always(() => ({
      after: player => {
        const { status, track } = player.getState()
        expect(status === 'idle').toBe(track === null)
      },
    }))
  })

  it('has the order of the selected list as the queue, and the index of the track in it', () => {
    always(() => ({
      after: player => {
        const { queue, orders, source, track, index } = player.getState()
        expect(queue).toBe(orders[source])
        expect(index).toBe(track ? ids(queue).indexOf(track.id) : -1)
      },
    }))
  })

  it('lists no track twice, and each order is a permutation of its list (NOW-18, ENG-19)', () => {
    always(() => ({
      after: player => {
        const { naturalOrders, orders, shuffled } = player.getState()
        for (const source of SOURCES) {
          const natural = ids(naturalOrders[source])
          expect(new Set(natural).size).toBe(natural.length)
          expect(ids(orders[source]).toSorted()).toEqual(natural.toSorted())
          if (!shuffled[source]) expect(ids(orders[source])).toEqual(natural)
        }
      },
    }))
  })

  it('has the next playable track of the queue as next track (ENG-11, ENG-12)', () => {
    always(() => {
      let isAnyUnplayable = false
      return {
        after: (player, _, { name }) => {
          isAnyUnplayable ||= name === 'unplayable'
          const { queue, index, nextTrack, track, source, gap } = player.getState()
          if (!track) expect(nextTrack).toBeNull()
          else if (nextTrack) expect(queue).toContain(nextTrack)
          if (track && !isAnyUnplayable) {
            const after = index < 0 && source === 'user' ? (gap ?? 0) : index + 1
            expect(nextTrack).toBe(queue[after % Math.max(1, queue.length)] ?? null)
          }
        },
      }
    })
  })

  it('goes on as repeat and autoplay say', () => {
    always(() => {
      let isAnyUnplayable = false
      return {
        after: (player, _, { name }) => {
          isAnyUnplayable ||= name === 'unplayable'
          const { queue, index, track, source, gap, nextTrack, followingTrack, continuation, settings } =
            player.getState()
          const after = index < 0 && source === 'user' ? (gap ?? 0) : index + 1
          const atEnd =
            after < queue.length ? nextTrack : (settings.autoplay && continuation?.tracks[0]) || null
          const expected = { all: nextTrack, one: track, off: track && atEnd }[settings.repeat]
          if (!isAnyUnplayable) expect(followingTrack).toBe(expected)
        },
      }
    })
  })

  it('prepares exactly the upcoming track', () => {
    always((player, output) => {
      const prepare = output.setNext
      output.setNext = track => {
        const { followingTrack, sleep } = player.getState()
        expect(track).toBe(sleep.kind === 'track' ? null : followingTrack)
        prepare(track)
      }
      return {
        after: () => {
          const { status, followingTrack, sleep } = player.getState()
          if (status !== 'loading' && status !== 'playing') return
          expect(output.next).toBe(sleep.kind === 'track' ? null : followingTrack)
        },
      }
    })
  })

  it.each(['ended', 'next', 'advanced'])(
    'plays the track that is next or follows: %s (READ-12, ENG-10)',
    how => {
      always(() => ({
        end: (player, output) => {
          player.setSleep({ kind: 'off' })
          output.events.emit({ type: 'playing' })
          const { status, nextTrack, followingTrack, track, load } = player.getState()
          if (status !== 'playing') return
          const next = how === 'next' ? nextTrack : followingTrack
          if (how === 'ended') output.events.emit({ type: 'ended' })
          if (how === 'next') player.next()
          if (how === 'advanced' && next) output.events.emit({ type: 'advanced', track: next })
          expect(player.getState().track?.id).toBe((next ?? track)?.id)
          expect(player.getState().load).toBe(next ? load + 1 : load)
          if (!next && how === 'ended') expect(player.getState().status).toBe('paused')
        },
      }))
    },
  )

  it('never interrupts playback by changes of lists and settings (READ-49, READ-11)', () => {
    always((player, output) => {
      let seen = { ...player.getState() }
      let progress = player.progress.getState()
      let seenCalls = 0
      const actions = () => output.calls.filter(each => !/^(prefetch|volume)/.test(each)).length
      return {
        before: () => {
          seen = player.getState()
          progress = player.progress.getState()
          seenCalls = actions()
        },
        after: (_, __, { kind }) => {
          if (kind !== 'lists') return
          const { status, track, load, list } = player.getState()
          expect({ status, track, load, list }).toEqual({
            status: seen.status,
            track: seen.track,
            load: seen.load,
            list: seen.list,
          })
          expect(player.progress.getState()).toBe(progress)
          expect(actions()).toBe(seenCalls)
        },
      }
    })
  })

  it('counts each start at most once, at half of the track (ENG-13, ENG-14, READ-54)', () => {
    always(player => {
      const counted: number[] = []
      let restoredAt = -1
      watchHalfPlayed(player, track => {
        expect(track).toBe(player.getState().track)
        counted.push(player.getState().load)
      })
      return {
        after: (_, __, { name }) => {
          const { load, status, track } = player.getState()
          if (name.startsWith('restore') && track) restoredAt = load
          expect(new Set(counted.filter(each => each !== restoredAt)).size).toBe(
            counted.filter(each => each !== restoredAt).length,
          )
          const { position, duration } = player.progress.getState()
          if (status === 'playing' && position >= duration / 2 && load !== restoredAt) {
            expect(counted).toContain(load)
          }
        },
      }
    })
  })

  it('increases the number of starts with each start, which resets the position (ENG-04, READ-54)', () => {
    always(player => {
      let { load } = player.getState()
      return {
        after: (_, output, { name }) => {
          const now = player.getState().load
          expect([load, load + 1]).toContain(now)
          if (now > load) expect(player.progress.getState().position).toBe(0)
          if (now > load && name !== 'advanced') {
            expect(output.calls.at(-1)).toBe(`start ${player.getState().track?.id} at 0`)
          }
          load = now
        },
      }
    })
  })

  it('never keeps loading after a refusal, nor after a press that failed (ENG-06)', () => {
    always(() => {
      let isPressed = false
      return {
        after: (player, _, { name, kind }) => {
          const { status, notice } = player.getState()
          if (name === 'refused' || (isPressed && ['failed', 'unreachable', 'stuck'].includes(name))) {
            expect(['idle', 'paused']).toContain(status)
          }
          if (kind === 'playback') isPressed = /^(play |next|previous)/.test(name) && status === 'loading'
          else if (kind === 'event' && !name.startsWith('at ')) isPressed = false
          if (notice && !['skipped', 'unreachable'].includes(notice.kind)) expect(status).toBe('paused')
        },
      }
    })
  })

  it('stops after three failures in a row', () => {
    always(() => ({
      end: (player, output) => {
        if (player.getState().status !== 'playing') return
        for (let attempt = 0; attempt < 6; attempt++)
          output.events.emit({ type: 'failed', error: new Error('no sound') })
        expect(player.getState().status).toBe('paused')
        expect(['stopped', 'failed']).toContain(player.getState().notice?.kind)
      },
    }))
  })

  it('keeps the position within the track', () => {
    always(() => ({
      after: player => {
        const { position, duration } = player.progress.getState()
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThanOrEqual(duration)
      },
    }))
  })

  it('gives the output the current settings while playing', () => {
    always(() => ({
      after: (player, output) => {
        const { status, source, list, shuffled, settings } = player.getState()
        if (status !== 'loading' && status !== 'playing') return
        const isAlbum = source === 'album' && list?.type === 'album' && !shuffled.album
        const auto = isAlbum ? 'album' : 'track'
        expect(output.settings).toEqual({
          crossfadeSeconds: settings.crossfadeSeconds,
          rate: settings.rate,
          quality: settings.quality,
          limitedQuality: settings.limitedQuality,
          isGainAutomatic: settings.loudness === 'auto',
          gain: settings.loudness === 'auto' ? auto : settings.loudness,
        })
        expect(settings.crossfadeSeconds >= 0 && settings.crossfadeSeconds <= 12).toBe(true)
        expect(settings.rate >= 0.5 && settings.rate <= 2).toBe(true)
      },
    }))
  })

  it('fades out exactly while sleep is near', () => {
    always((_, output) => {
      let seenCalls = 0
      let isFading = false
      return {
        after: player => {
          for (const action of output.calls.slice(seenCalls)) {
            if (action.startsWith('fade out')) isFading = true
            if (action === 'fade in') isFading = false
          }
          seenCalls = output.calls.length
          const { sleep } = player.getState()
          expect(isFading).toBe(sleep.kind === 'at' && sleep.until === NOW + 3_000)
        },
      }
    })
  })

  it('is loading or playing exactly while the output is', () => {
    always((_, output) => {
      let seenCalls = 0
      let isOn = false
      return {
        after: (player, __, { name }) => {
          if (['paused', 'ended', 'failed', 'refused', 'unreachable', 'stuck'].includes(name)) isOn = false
          for (const action of output.calls.slice(seenCalls)) {
            if (/^(start|resume)/.test(action)) isOn = true
            if (/^(pause|stop)/.test(action)) isOn = false
          }
          seenCalls = output.calls.length
          expect(['loading', 'playing'].includes(player.getState().status)).toBe(isOn)
        },
      }
    })
  })
})

it('returns to the start after as many steps as the queue is long, shuffled or not (ENG-08, ENG-09)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.nat(19),
      fc.boolean(),
      fc.boolean(),
      (count, from, isForward, isShuffled) => {
        const { player } = setUp()
        player.playAlbum(makeAlbum(...makeIds(count)), String(from % count))
        if (isShuffled) player.toggleShuffle('album')
        const seen = new Set<string>()
        for (let i = 0; i < count; i++) {
          seen.add(player.getState().track?.id ?? '')
          if (isForward) player.next()
          else player.previous()
        }
        expect(player.getState().track?.id).toBe(String(from % count))
        expect(seen.size).toBe(count)
      },
    ),
    { seed: SEED },
  )
})

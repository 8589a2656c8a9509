import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Deck } from './dom/deck/deck.ts'
import { watchHalfPlayed } from './history/half-played.ts'
import { createPlayer } from './player.ts'
import { Sequencer } from './sequencer/sequencer.ts'
import type { PlayerTrack } from './state/player-state.ts'
import { makeAlbum, makeTrack } from './testing/make-tracks.ts'
import { randomFrom } from './testing/random-from.ts'
import { type Condition, SimulatedDeck, type World } from './testing/simulated-deck.ts'

/** The same each time, so that a failure can be repeated. */
const SEED = 1
/** Milliseconds: 100 runs on a busy machine. */
const PATIENCE = 120_000

const TICK_SECONDS = 0.25
const FADE_SECONDS = 4
/** A deck that is stopped fades for a moment. */
const MUTE_MS = 60
/** Longest time that the service takes to say that it answers. */
const LATE_MS = 3_000
/** Longest silence under the name of "playing". */
const SILENT_SECONDS = 3
/** Within this time a player that wants to play plays, once everything works; tracks may have to be skipped before. */
const RECOVERS_SECONDS = 20

/** A player on simulated decks, in a world in which anything may fail. */
function open() {
  const conditions = new Map<string, Condition>()
  const world = {
    isDown: false,
    isRefusing: false,
    conditionOf: ({ id }: PlayerTrack): Condition =>
      world.isDown ? 'unreachable' : (conditions.get(id) ?? 'good'),
  } satisfies World & { isDown: boolean }
  const decks: SimulatedDeck[] = []
  let isHidden = false
  const random = randomFrom(SEED)
  const output = new Sequencer({
    createDeck() {
      const deck = new SimulatedDeck(world)
      decks.push(deck)
      return deck as unknown as Deck
    },
    prefetch() {},
    canStreamTrack: async track => ['good', 'slow'].includes(world.conditionOf(track)),
    async isAnswered(track) {
      const isAnswered = !['unreachable', 'busy'].includes(world.conditionOf(track))
      // What it says may be outdated when it arrives.
      await new Promise(resolve => setTimeout(resolve, random() * LATE_MS))
      return isAnswered
    },
    canStream: true,
    isPageHidden: () => isHidden,
  })
  const player = createPlayer({ output, random: randomFrom(SEED) })
  return {
    player,
    world,
    conditions,
    decks,
    setHidden: (hidden: boolean) => {
      isHidden = hidden
    },
    heard: () => decks.filter(({ isMoving, isPaused }) => isMoving && !isPaused),
  }
}
type Session = ReturnType<typeof open>

/** Something that happens, and how long it is quiet afterwards. */
interface Happening {
  readonly name: string
  /** Whether it explains a pause. */
  readonly mayPause?: boolean
  readonly act: (session: Session) => void
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const CONDITIONS: Condition[] = [
  'good',
  'good',
  'slow',
  'failing',
  'gone',
  'unreachable',
  'busy',
  'corrupt',
  'broken stream',
  'stuck',
]
const LIST = makeAlbum('a', 'b', 'c', 'd', 'e')
const list = { ...LIST, tracks: LIST.tracks.map(track => ({ ...track, durationSeconds: 20 })) }

const named = (happenings: Record<string, Happening['act']>, mayPause = false) =>
  fc.constantFrom(...Object.entries(happenings).map(([name, act]): Happening => ({ name, act, mayPause })))

const happening: fc.Arbitrary<Happening> = fc.oneof(
  id.map(each => ({ name: `play ${each}`, act: ({ player }: Session) => player.playAlbum(list, each) })),
  named({ next: ({ player }) => player.next(), previous: ({ player }) => player.previous() }),
  named({ toggle: ({ player }) => player.toggle(), pause: ({ player }) => player.pause() }, true),
  fc.integer({ min: 0, max: 20 }).map(to => ({
    name: `seek ${to}`,
    act: ({ player }: Session) => player.seekTo(to),
  })),
  fc.tuple(id, fc.constantFrom(...CONDITIONS)).map(([each, condition]) => ({
    name: `${each} is ${condition}`,
    act: ({ conditions }: Session) => void conditions.set(each, condition),
  })),
  fc.tuple(id, fc.constantFrom(...CONDITIONS)).map(([each, condition]) => ({
    name: `${each} is ${condition}`,
    act: ({ conditions }: Session) => void conditions.set(each, condition),
  })),
  named({
    'goes down': ({ world }) => void Object.assign(world, { isDown: true }),
    'comes back': ({ world }) => void Object.assign(world, { isDown: false }),
    'all is well': ({ world, conditions }) => {
      world.isDown = false
      conditions.clear()
    },
    'breaks off'({ heard }) {
      for (const deck of heard()) deck.breakOff()
    },
    hide: ({ setHidden }) => setHidden(true),
    show: ({ setHidden }) => setHidden(false),
    freeze: () => void vi.advanceTimersByTime(60_000),
    crossfade: ({ player }) => player.setSettings({ crossfadeSeconds: FADE_SECONDS }),
    gapless: ({ player }) => player.setSettings({ crossfadeSeconds: 0 }),
    'repeat all': ({ player }) => player.setSettings({ repeat: 'all' }),
    'repeat one': ({ player }) => player.setSettings({ repeat: 'one' }),
    'repeat off': ({ player }) => player.setSettings({ repeat: 'off' }),
    autoplay({ player }) {
      player.setSettings({ autoplay: true })
      player.setContinuation({ ...list, id: 'similar', tracks: list.tracks.slice(0, 2) })
    },
    shuffle: ({ player }) => player.toggleShuffle('album'),
    'open the queue': ({ player }) => player.selectSource('user'),
    'open the album': ({ player }) => player.selectSource('album'),
  }),
  named(
    {
      'device is gone'({ decks }) {
        for (const deck of decks) deck.pauseFromOutside()
      },
      refuse: ({ world }) => void Object.assign(world, { isRefusing: true }),
      allow: ({ world }) => void Object.assign(world, { isRefusing: false }),
    },
    true,
  ),
  id.map(each => ({
    name: `add ${each}`,
    act: ({ player }: Session) => void player.addToQueue(makeTrack(each, { durationSeconds: 20 })),
  })),
  id.map(each => ({ name: `remove ${each}`, act: ({ player }: Session) => player.removeFromQueue(each) })),
)

const happenings = fc.array(fc.tuple(happening, fc.constantFrom(1, 2, 4, 8, 40)), {
  minLength: 100,
  maxLength: 100,
})

beforeEach(() => {
  vi.useFakeTimers()
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Watches that the player plays the right track or says why not. */
function watch(session: Session) {
  const { player, decks, heard } = session
  const counted: number[] = []
  watchHalfPlayed(player, () => void counted.push(player.getState().load), { now: () => Date.now() })
  /** Starts that have played beyond their half: each has to be counted, once. */
  const due = new Set<number>()
  let silent = 0
  let noticeBefore = player.getState().notice
  /** A fade that has begun is not cut off by the setting. */
  let fadesUntil = 0
  return {
    /** The listener looks for another position. */
    onSeek: () => {
      silent = 0
    },
    check(before: string, mayPause: boolean): void {
      const { status, track, load, notice, settings, followingTrack } = player.getState()
      const moving = heard()
      const right = moving.filter(deck => deck.track?.id === track?.id)
      // Never two at once, nor another than is shown, except for the end of a crossfade.
      if (settings.crossfadeSeconds > 0) fadesUntil = Date.now() + FADE_SECONDS * 1000
      if (Date.now() > fadesUntil) expect(moving.length).toBeLessThanOrEqual(1)
      if (Date.now() > fadesUntil && status === 'playing') expect(right).toEqual(moving)
      if (status === 'paused' || status === 'idle') expect(moving).toEqual([])
      // Never silent under the name of "playing".
      silent = status === 'playing' && right.length === 0 ? silent + TICK_SECONDS : 0
      expect(silent).toBeLessThanOrEqual(SILENT_SECONDS)
      // Says why it stopped, unless it was told to or nothing follows.
      const isOver = followingTrack === null
      if (status === 'paused' && before !== 'paused' && !mayPause && !isOver) {
        expect(notice).not.toBeNull()
        // That of an earlier track says nothing about this one.
        expect(notice).not.toBe(noticeBefore)
      }
      noticeBefore = notice
      const { position, duration } = player.progress.getState()
      if (status === 'playing' && duration > 0 && position >= duration / 2) due.add(load)
      expect(new Set(counted).size).toBe(counted.length)
      expect([...due].filter(each => !counted.includes(each))).toEqual([])
      expect(decks.length).toBeLessThanOrEqual(2)
    },
  }
}

async function tick({ decks }: Session): Promise<void> {
  for (const deck of [...decks]) deck.tick(TICK_SECONDS)
  await vi.advanceTimersByTimeAsync(TICK_SECONDS * 1000)
}

it(
  'plays the right track or says why not, through 10,000 random events',
  async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async all => {
        const session = open()
        const { player, world, conditions } = session
        const { check, onSeek } = watch(session)
        player.playAlbum(list)
        const names: string[] = []
        for (const [{ name, act, mayPause = false }, ticks] of all) {
          names.push(`${name} ${ticks}`)
          let before: string = player.getState().status
          act(session)
          if (name.startsWith('seek')) onSeek()
          await vi.advanceTimersByTimeAsync(MUTE_MS)
          for (let i = 0; i < ticks; i++) {
            try {
              check(before, mayPause || world.isRefusing)
            } catch (error) {
              throw new Error(`After ${names.join(', ')}`, { cause: error })
            }
            before = player.getState().status
            await tick(session)
          }
        }
        // Once everything works, what wants to play plays.
        world.isDown = false
        world.isRefusing = false
        conditions.clear()
        let heardAt = -1
        const end = RECOVERS_SECONDS / TICK_SECONDS
        for (let i = 0; i < end; i++) {
          await tick(session)
          if (session.heard().length > 0) heardAt = i
        }
        const { status } = player.getState()
        if (status === 'loading' || status === 'playing') {
          expect(heardAt).toBeGreaterThan(end - 8)
        }
        player.destroy()
      }),
      { numRuns: 100, seed: SEED },
    )
  },
  PATIENCE,
)

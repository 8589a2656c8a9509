import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer, type Player } from '@refrain/player/player'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readIds, USER_TRACKS } from '../resume/saved-values.ts'
import { coordinateTabs } from './coordinate-tabs.ts'
import { ANSWER_MS, type Leadership, leadTabs } from './lead-tabs.ts'
import { type SharedQueue, shareQueue } from './share-queue.ts'
import type { TabMessage } from './tab-channel.ts'

/** The same each time, so that a failure can be repeated. */
const SEED = 1
/** Milliseconds: 500 runs on a busy machine. */
const PATIENCE = 120_000

/** A tab as a process of its own: messages wait until it handles them, and it may crash or be frozen at any time. */
class Tab {
  readonly player: Player
  readonly inbox: TabMessage[] = []
  readonly #listeners: ((message: TabMessage) => void)[] = []
  readonly #leadership: Leadership
  readonly #queue: SharedQueue
  isFrozen = false

  constructor(others: () => readonly Tab[]) {
    const output = createFakeOutput()
    this.player = createPlayer({ output })
    const channel = {
      post: (message: TabMessage) => {
        for (const tab of others()) if (tab !== this) tab.inbox.push(message)
      },
      listen: (listener: (message: TabMessage) => void) => void this.#listeners.push(listener),
    }
    this.#leadership = leadTabs(channel)
    coordinateTabs(this.player, channel, this.#leadership, () => {})
    const saved = readIds(USER_TRACKS).map(trackOf)
    this.#queue = shareQueue(this.player, channel, this.#leadership)
    this.#queue.follow(() => this.player.restoreQueue(saved, []))
    this.#queue.onRestored()
  }

  get shown(): string[] {
    return this.player.getState().naturalOrders.user.map(({ id }) => id)
  }

  get isPlaying(): boolean {
    return ['loading', 'playing'].includes(this.player.getState().status)
  }

  /** Handles its next message. */
  handle(): void {
    const message = this.isFrozen ? undefined : this.inbox.shift()
    if (message) for (const listener of this.#listeners) listener(message)
  }

  close(): void {
    this.#queue.flush()
    this.#queue.discard()
    this.#leadership.release()
  }

  /** Nothing of it runs any more. */
  crash(): void {
    this.#queue.discard()
  }
}

const trackOf = (id: string) => ({ id, durationSeconds: 100, audioSrc: '' }) as PlayerTrack

let tabs: Tab[]
const open = () => {
  const tab = new Tab(() => tabs)
  tabs.push(tab)
  return tab
}
const remove = (tab: Tab) => {
  tabs = tabs.filter(each => each !== tab)
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  tabs = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Every tab runs until nothing happens any more. */
function settle(): void {
  for (const tab of tabs) tab.isFrozen = false
  for (let round = 0; round < 20; round++) {
    while (tabs.some(({ inbox }) => inbox.length > 0)) for (const tab of tabs) tab.handle()
    vi.advanceTimersByTime(ANSWER_MS)
  }
}

it('keeps what two tabs add in turns', () => {
  const [one, other] = [open(), open()]
  one.player.addToQueue(trackOf('x'))
  settle()
  other.player.addToQueue(trackOf('y'))
  settle()
  one.player.addToQueue(trackOf('z'))
  settle()
  expect(readIds(USER_TRACKS)).toEqual(['x', 'y', 'z'])
  expect([one.shown, other.shown]).toEqual([readIds(USER_TRACKS), readIds(USER_TRACKS)])
})

it('stores a change itself if the leading tab has crashed', () => {
  const [one, other] = [open(), open()]
  one.player.addToQueue(trackOf('x'))
  settle()
  one.crash()
  remove(one)
  other.player.addToQueue(trackOf('y'))
  expect(readIds(USER_TRACKS)).toEqual(['x'])
  vi.advanceTimersByTime(ANSWER_MS)
  expect(readIds(USER_TRACKS)).toEqual(['x', 'y'])
})

it('stores a change that the leading tab has not confirmed when the page is closed', () => {
  const [one, other] = [open(), open()]
  one.player.addToQueue(trackOf('x'))
  settle()
  one.isFrozen = true
  other.player.addToQueue(trackOf('y'))
  other.close()
  remove(other)
  expect(readIds(USER_TRACKS)).toEqual(['x', 'y'])
  settle()
  expect(readIds(USER_TRACKS)).toEqual(['x', 'y'])
})

it('announces tracks that are added together once', () => {
  const [one, other] = [open(), open()]
  one.player.addToQueue(...['x', 'y', 'z'].map(trackOf))
  expect(
    other.inbox.filter(message => typeof message === 'object' && message.type === 'changes'),
  ).toHaveLength(1)
  settle()
  expect(other.shown).toEqual(['x', 'y', 'z'])
})

it('does not count a change as stored that did not fit', () => {
  const one = open()
  one.player.addToQueue(trackOf('x'))
  const write = Storage.prototype.setItem
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
    this: Storage,
    key,
    value,
  ) {
    if (key === USER_TRACKS) throw new DOMException('full', 'QuotaExceededError')
    write.call(this, key, value)
  })
  one.player.addToQueue(trackOf('y'))
  full.mockRestore()
  expect(readIds(USER_TRACKS)).toEqual(['x'])
  one.close()
  expect(readIds(USER_TRACKS)).toEqual(['x', 'y'])
})

type Act = 'add' | 'remove' | 'clear' | 'play' | 'handle' | 'pass' | 'open' | 'close' | 'crash' | 'freeze'
const acts: Record<Act, number> = {
  add: 6,
  remove: 3,
  clear: 1,
  play: 2,
  handle: 12,
  pass: 4,
  open: 1,
  close: 1,
  crash: 1,
  freeze: 1,
}
const anyAct = fc.oneof(
  ...Object.entries(acts).map(([act, weight]) => ({ arbitrary: fc.constant(act as Act), weight })),
)
const steps = fc.array(fc.tuple(anyAct, fc.nat(9)), { minLength: 20, maxLength: 150 })

/** What must be there in the end, by track id. */
type Expected = Map<string, boolean>

const play = ({ player }: Tab) =>
  player.playAlbum({ id: 'al', title: 'Al', type: 'album', tracks: [trackOf('a')] })

function end(tab: Tab, how: 'close' | 'crash'): void {
  if (tabs.length === 1) return
  // What only a crashed process knew is lost.
  if (how === 'crash') settle()
  tab[how]()
  remove(tab)
}

function take(act: Act, number: number, expected: Expected): void {
  const tab = tabs[number % tabs.length] as Tab
  const { shown, player } = tab
  const chosen = shown[number % shown.length]
  if (act === 'freeze') tab.isFrozen = !tab.isFrozen
  else if (act === 'pass') vi.advanceTimersByTime(number * 100)
  else if (act === 'open' && tabs.length < 5) {
    // What nobody has stored yet, a tab that opens cannot know; its list is then right after a reload.
    settle()
    open()
  } else if (tab.isFrozen) return
  else if (act === 'add') {
    const id = `t${expected.size}`
    player.addToQueue(trackOf(id))
    expected.set(id, true)
  } else if (act === 'remove' && chosen !== undefined) {
    player.removeFromQueue(chosen)
    expected.set(chosen, false)
  } else if (act === 'clear') {
    player.clearQueue()
    for (const id of shown) expected.set(id, false)
  } else if (act === 'play') play(tab)
  else if (act === 'handle') for (let i = 0; i <= number; i++) tab.handle()
  else if (act === 'close' || act === 'crash') end(tab, act)
}

it(
  'loses and revives nothing, whatever tabs do at once, without Web Locks',
  () => {
    vi.stubGlobal('navigator', {})
    fc.assert(
      fc.property(steps, taken => {
        localStorage.clear()
        vi.clearAllTimers()
        tabs = []
        open()
        open()
        const expected: Expected = new Map()
        for (const [act, number] of taken) take(act, number, expected)
        settle()
        const stored = readIds(USER_TRACKS)
        const wanted = [...expected].flatMap(([id, isThere]) => (isThere ? id : []))
        expect(stored.toSorted()).toEqual(wanted.toSorted())
        for (const tab of tabs) expect(tab.shown.toSorted()).toEqual(wanted.toSorted())
        expect(tabs.filter(({ isPlaying }) => isPlaying).length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 500, seed: SEED },
    )
  },
  PATIENCE,
)

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OutputEvents } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import { createCrossfadeOutput } from './crossfade-output.ts'
import type { Deck } from './deck.ts'

const LENGTH = 100
const FADE = 4
const trackOf = (id: string, given: Partial<PlayerTrack> = {}) =>
  ({ id, albumId: id, disc: 1, number: 0, durationSeconds: LENGTH, ...given }) as PlayerTrack
const a = trackOf('a')
const b = trackOf('b')

/** A deck that writes down what is asked of it. */
class FakeDeck {
  readonly asked: string[] = []
  events: OutputEvents | undefined
  readonly #note =
    (name: string) =>
    (...args: unknown[]) => {
      this.asked.push([name, ...args.map(each => (each as PlayerTrack | null)?.id ?? each)].join(' '))
    }
  readonly channel = {
    amplify: this.#note('amplify'),
    isAmplified: () => isHeard,
    mute: this.#note('mute'),
    hush: this.#note('hush'),
    fadeIn: this.#note('fadeIn'),
    fadeOut: this.#note('fadeOut'),
    open: this.#note('let sound'),
  }
  attach = (events: OutputEvents) => {
    this.events = events
  }
  start = this.#note('start')
  stop = this.#note('stop')
  pause = this.#note('pause')
  resume = this.#note('resume')
  seek = this.#note('seek')
  setNext = this.#note('prepare')
  setVolume = () => {}
  setSettings = () => {}
  open = this.#note('open')
  destroy = () => {}
}

class FakeMediaError extends Error {
  static readonly MEDIA_ERR_DECODE = 3
  readonly code: number
  constructor(code: number) {
    super()
    this.code = code
  }
}

/** Whether the browser lets Web Audio be heard. */
let isHeard: boolean
let decks: FakeDeck[]
let warmed: string[]
let told: string[]
let output: ReturnType<typeof createCrossfadeOutput>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaError', FakeMediaError)
  isHeard = true
  decks = []
  warmed = []
  told = []
  output = createCrossfadeOutput({
    makeDeck() {
      const deck = new FakeDeck()
      decks.push(deck)
      return deck as unknown as Deck
    },
    prefetch: track => warmed.push(track.id),
  })
  const note =
    (name: string) =>
    (...[track]: unknown[]) =>
      void told.push(`${name} ${(track as PlayerTrack | undefined)?.id ?? ''}`.trim())
  output.attach({
    onSounding() {},
    onWaiting: note('waiting'),
    onPaused: note('paused'),
    onPosition() {},
    onAdvanced: note('advanced'),
    onEnded: note('ended'),
    onFailed: note('failed'),
    onUnplayable: note('unplayable'),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const deck = (number: number) => decks[number] as FakeDeck
/** What was asked of a deck, apart from what makes it ready. */
const actsOf = (number: number) => deck(number).asked.filter(each => each !== 'amplify' && each !== 'open')

function play(after: PlayerTrack, crossfadeSeconds = FADE, before = a): void {
  output.setSettings({ crossfadeSeconds, gain: 'off', rate: 1 })
  output.start(before, 0)
  output.setNext(after)
}

/** Half a second before the fade. */
const nearFade = () => deck(0).events?.onPosition(LENGTH - FADE - 0.5, LENGTH)

it('without a crossfade there is one deck, which prepares what follows', () => {
  play(b, 0)
  nearFade()
  vi.advanceTimersByTime(10_000)
  expect(decks).toHaveLength(1)
  expect(deck(0).asked).toContain('prepare b')
  expect(deck(0).asked).not.toContain('amplify')
})

it('tracks that run into each other are left to one deck', () => {
  play(trackOf('second', { albumId: 'x', number: 2 }), FADE, trackOf('first', { albumId: 'x', number: 1 }))
  nearFade()
  vi.advanceTimersByTime(10_000)
  expect(deck(0).asked).toContain('prepare second')
  expect(deck(1)?.asked ?? []).not.toContain('start second 0')
})

it('warms what follows, starts it in silence, and fades when it sounds', () => {
  play(b)
  expect(deck(0).asked).toContain('prepare ')
  nearFade()
  expect(warmed).toContain('b')
  vi.advanceTimersByTime(499)
  expect(actsOf(1)).toEqual([])
  vi.advanceTimersByTime(1)
  expect(actsOf(1).slice(-2)).toEqual(['mute', 'start b 0'])
  expect(told).toEqual([])
  deck(0).events?.onPosition(LENGTH - FADE, LENGTH)
  deck(1).events?.onSounding()
  expect(deck(0).asked).toContain(`fadeOut ${FADE}`)
  expect(deck(1).asked).toContain(`fadeIn ${FADE}`)
  expect(told).toEqual(['advanced b'])
  vi.advanceTimersByTime(FADE * 1000 + 200)
  expect(deck(0).asked.at(-1)).toBe('stop')
})

it('twice as fast, the fade is aimed at on the clock', () => {
  play(b)
  output.setSettings({ crossfadeSeconds: FADE, gain: 'off', rate: 2 })
  deck(0).events?.onPosition(LENGTH - 2 * FADE - 1, LENGTH)
  vi.advanceTimersByTime(499)
  expect(deck(1)?.asked ?? []).not.toContain('start b 0')
  vi.advanceTimersByTime(1)
  expect(deck(1).asked).toContain('start b 0')
})

it('what comes too late follows without a fade', () => {
  play(b)
  nearFade()
  vi.advanceTimersByTime(500)
  deck(0).events?.onEnded()
  expect(told).toEqual(['advanced b', 'waiting'])
  expect(deck(1).asked).toContain('let sound')
  expect(deck(0).asked).not.toContain(`fadeOut ${FADE}`)
})

it('what cannot be played is told, and the current track goes on', () => {
  play(b)
  nearFade()
  vi.advanceTimersByTime(500)
  deck(1).events?.onFailed(new FakeMediaError(FakeMediaError.MEDIA_ERR_DECODE))
  expect(told).toEqual(['unplayable b'])
  expect(deck(0).asked).not.toContain('stop')
})

it.each([
  ['a browser that refuses a second sound', new DOMException('', 'NotAllowedError')],
  ['a server that stumbled', new FakeMediaError(4)],
])('%s marks no track: the active deck goes on with it, without a fade', (_what, error) => {
  play(b)
  nearFade()
  vi.advanceTimersByTime(500)
  deck(1).events?.onFailed(error)
  vi.advanceTimersByTime(50)
  expect(told).toEqual([])
  expect(actsOf(1).slice(-2)).toEqual(['hush', 'stop'])
  expect(deck(0).asked.at(-1)).toBe('prepare b')
  deck(0).events?.onPosition(LENGTH - 1, LENGTH)
  vi.advanceTimersByTime(1_000)
  expect(actsOf(1).at(-1)).toBe('stop')
  deck(0).events?.onAdvanced(b)
  expect(told).toEqual(['advanced b'])
})

it.each([
  ['a pause', () => output.pause()],
  ['a seek', () => output.seek(3)],
  ['another track', () => output.start(trackOf('c'), 0)],
  ['another track to follow', () => output.setNext(trackOf('c'))],
])('%s before the other deck sounds lets it go', (_what, act) => {
  play(b)
  nearFade()
  vi.advanceTimersByTime(500)
  act()
  vi.advanceTimersByTime(50)
  expect(actsOf(1).slice(-2)).toEqual(['hush', 'stop'])
  deck(1).events?.onSounding()
  expect(told).toEqual([])
})

it.each([
  ['a pause', () => output.pause(), 'pause'],
  ['a seek', () => output.seek(3), 'seek 3'],
  ['another track', () => output.start(trackOf('c'), 0), 'start c 0'],
])('%s during the fade ends it: only the track that came goes on', (_what, act, asked) => {
  play(b)
  nearFade()
  vi.advanceTimersByTime(500)
  deck(1).events?.onSounding()
  act()
  vi.advanceTimersByTime(50)
  expect(actsOf(0).slice(-2)).toEqual(['hush', 'stop'])
  expect(deck(1).asked).toContain(asked)
  expect(deck(1).asked).toContain('let sound')
})

it('while Web Audio is not heard, tracks follow each other without a fade', () => {
  isHeard = false
  play(b)
  nearFade()
  vi.advanceTimersByTime(500)
  expect(actsOf(1)).not.toContain('start b 0')
  expect(deck(0).asked.at(-1)).toBe('prepare b')
})

it('nothing fades while it is paused', () => {
  play(b)
  output.pause()
  nearFade()
  vi.advanceTimersByTime(10_000)
  expect(deck(1)?.asked ?? []).not.toContain('start b 0')
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Deck } from '../dom/deck/deck.ts'
import { DEFAULT_SETTINGS } from '../state/playback-settings.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import { FakeDeck } from '../testing/fake-deck.ts'
import { Sequencer } from './sequencer.ts'

const LENGTH = 100
const FADE = 4
const trackOf = (id: string, given: Partial<PlayerTrack> = {}) =>
  ({ id, albumId: id, disc: 1, number: 0, durationSeconds: LENGTH, ...given }) as PlayerTrack
const a = trackOf('a')
const b = trackOf('b')

let isWebAudioAllowed: boolean
let isHidden: boolean
let streamable: (track: PlayerTrack) => Promise<boolean>
let decks: FakeDeck[]
let prefetched: string[]
let canPrefetchInVain: boolean
let events: string[]
let sequencer: Sequencer

function create(canStream: boolean): void {
  decks = []
  sequencer = new Sequencer({
    isAnswered: async () => true,
    createDeck() {
      const deck = new FakeDeck(() => isWebAudioAllowed)
      decks.push(deck)
      return deck as unknown as Deck
    },
    prefetch: track => prefetched.push(track.id),
    canPrefetchInVain: () => canPrefetchInVain,
    canStreamTrack: track => streamable(track),
    canStream,
    isPageHidden: () => isHidden,
  })
  sequencer.events.subscribe(event => {
    if (event.type === 'position' || event.type === 'playing') return
    events.push('track' in event ? `${event.type} ${event.track.id}` : event.type)
  }, new AbortController().signal)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  isWebAudioAllowed = true
  isHidden = false
  streamable = async () => true
  prefetched = []
  canPrefetchInVain = true
  events = []
  create(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const deck = (number: number) => decks[number] as FakeDeck
/** The calls of a deck apart from preparations. */
const callsOf = (number: number) => deck(number).calls.filter(each => each !== 'amplify' && each !== 'open')
const settle = () => vi.advanceTimersByTimeAsync(0)

function play(after: PlayerTrack, crossfadeSeconds = FADE, before = a): void {
  sequencer.setSettings({ ...DEFAULT_SETTINGS, crossfadeSeconds, gain: 'off' })
  sequencer.start(before, 0)
  sequencer.setNext(after)
}

const moveTo = (position: number) => deck(0).emit({ type: 'position', position, duration: LENGTH })
/** Half a second before the fade. */
const moveToFade = () => moveTo(LENGTH - FADE - 0.5)

it('appends the next track on the same deck if there is no crossfade', () => {
  play(b, 0)
  moveToFade()
  vi.advanceTimersByTime(10_000)
  expect(decks).toHaveLength(1)
  expect(deck(0).calls).toContain('append b')
  expect(deck(0).calls).not.toContain('amplify')
})

it('ends every wait for the network when the listener presses play again', () => {
  play(b, 0)
  sequencer.pause()
  expect(deck(0).calls).not.toContain('retry')
  sequencer.resume()
  expect(deck(0).calls.slice(-2)).toEqual(['retry', 'play'])
})

it('does not fade between consecutive tracks of an album', () => {
  play(trackOf('second', { albumId: 'x', number: 2 }), FADE, trackOf('first', { albumId: 'x', number: 1 }))
  moveToFade()
  vi.advanceTimersByTime(10_000)
  expect(deck(0).calls).toContain('append second')
  expect(deck(1)?.calls ?? []).not.toContain('load stream second 0')
})

it('does not fade a track that repeats into itself', () => {
  play(trackOf('a'))
  moveToFade()
  vi.advanceTimersByTime(10_000)
  expect(deck(0).calls).toContain('append a')
  expect(deck(1)?.calls ?? []).not.toContain('load stream a 0')
})

it('prefetches the next track, starts it silently, and fades when it plays', () => {
  play(b)
  expect(deck(0).calls).toContain('append')
  moveToFade()
  expect(prefetched).toContain('b')
  vi.advanceTimersByTime(499)
  expect(callsOf(1)).toEqual([])
  vi.advanceTimersByTime(1)
  expect(callsOf(1).slice(-3)).toEqual(['mute', 'load stream b 0', 'play'])
  expect(events).toEqual([])
  moveTo(LENGTH - FADE)
  deck(1).emit({ type: 'playing' })
  expect(deck(0).calls).toContain(`fadeOut ${FADE}`)
  expect(deck(1).calls).toContain(`fadeIn ${FADE}`)
  expect(events).toEqual(['advanced b'])
  vi.advanceTimersByTime(FADE * 1000 + 200)
  expect(deck(0).calls.at(-1)).toBe('stop')
})

it('times the fade by the clock at double speed', () => {
  play(b)
  sequencer.setSettings({ ...DEFAULT_SETTINGS, crossfadeSeconds: FADE, gain: 'off', rate: 2 })
  moveTo(LENGTH - 2 * FADE - 1)
  vi.advanceTimersByTime(499)
  expect(deck(1)?.calls ?? []).not.toContain('load stream b 0')
  vi.advanceTimersByTime(1)
  expect(deck(1).calls).toContain('load stream b 0')
})

it('continues without a fade if the next track plays too late', () => {
  play(b)
  moveToFade()
  vi.advanceTimersByTime(500)
  deck(0).emit({ type: 'ended' })
  expect(events).toEqual(['advanced b', 'waiting'])
  expect(deck(1).calls).toContain('full level')
  expect(deck(0).calls).not.toContain(`fadeOut ${FADE}`)
})

it('reports a next track that cannot be decoded and continues the current one', () => {
  play(b)
  moveToFade()
  vi.advanceTimersByTime(500)
  deck(1).emit({ type: 'failed', error: new Error('decode'), reason: 'unusable' })
  expect(events).toEqual(['unplayable b'])
  expect(deck(0).calls).not.toContain('stop')
})

it.each([
  ['the browser refuses a second audio element', new DOMException('', 'NotAllowedError')],
  ['the server failed', new Error('network')],
])('lets the active deck continue without a fade if %s', (_what, error) => {
  play(b)
  moveToFade()
  vi.advanceTimersByTime(500)
  deck(1).emit({ type: 'failed', error })
  vi.advanceTimersByTime(50)
  expect(events).toEqual([])
  expect(callsOf(1).slice(-2)).toEqual(['fadeToSilence', 'stop'])
  expect(deck(0).calls.at(-1)).toBe('append b')
  moveTo(LENGTH - 1)
  vi.advanceTimersByTime(1_000)
  expect(callsOf(1).at(-1)).toBe('stop')
  deck(0).emit({ type: 'advanced', track: b })
  expect(events).toEqual(['advanced b'])
})

it.each([
  ['a pause', () => sequencer.pause()],
  ['a seek', () => sequencer.seek(3)],
  ['another track', () => sequencer.start(trackOf('c'), 0)],
  ['another next track', () => sequencer.setNext(trackOf('c'))],
])('stops the other deck before it plays: %s', (_what, action) => {
  play(b)
  moveToFade()
  vi.advanceTimersByTime(500)
  action()
  vi.advanceTimersByTime(50)
  expect(callsOf(1).slice(-2)).toEqual(['fadeToSilence', 'stop'])
  deck(1).emit({ type: 'playing' })
  expect(events).toEqual([])
})

it.each([
  ['a pause', () => sequencer.pause(), 'pause'],
  ['a seek', () => sequencer.seek(3), 'seek 3'],
  ['another track', () => sequencer.start(trackOf('c'), 0), 'load stream c 0'],
])('ends the fade at once and continues only the new track: %s', (_what, action, call) => {
  play(b)
  moveToFade()
  vi.advanceTimersByTime(500)
  deck(1).emit({ type: 'playing' })
  action()
  vi.advanceTimersByTime(50)
  expect(callsOf(0).slice(-2)).toEqual(['fadeToSilence', 'stop'])
  expect(deck(1).calls).toContain(call)
  expect(deck(1).calls).toContain('full level')
})

it('does not fade while the browser blocks Web Audio', () => {
  isWebAudioAllowed = false
  play(b)
  moveToFade()
  vi.advanceTimersByTime(500)
  expect(callsOf(1)).not.toContain('load stream b 0')
  expect(deck(0).calls.at(-1)).toBe('append b')
})

it('does not fade while paused', () => {
  play(b)
  sequencer.pause()
  moveToFade()
  vi.advanceTimersByTime(10_000)
  expect(deck(1)?.calls ?? []).not.toContain('load stream b 0')
})

it('plays the file of a track that cannot be streamed, and prefetches the next stream', async () => {
  play(b, 0)
  deck(0).emit({ type: 'unstreamable', track: a, position: 3 })
  await settle()
  expect(deck(0).calls.slice(-2)).toEqual(['load file a 3', 'play'])
  expect(prefetched).toEqual(['b'])
})

it('stays paused if a paused track turns out to be unstreamable', () => {
  play(b, 0)
  sequencer.pause()
  deck(0).emit({ type: 'unstreamable', track: a, position: 0 })
  expect(deck(0).calls.at(-1)).toBe('load file a 0')
})

it.each([
  ['alternates between the decks', false, 1],
  ['stays on the deck that has been playing while the page is hidden', true, 0],
])('preloads the next file and plays it when the current one ends: %s', async (_what, hidden, player) => {
  create(false)
  isHidden = hidden
  play(b, 0)
  await settle()
  expect(deck(1).calls).toEqual(['preload b metadata'])
  moveTo(LENGTH - 20)
  expect(deck(1).calls.at(-1)).toBe('preload b auto')
  deck(0).emit({ type: 'ended' })
  expect(deck(player).calls.slice(-2)).toEqual(['load file b 0', 'play'])
  expect(deck(1 - player).calls.at(-1)).toBe('stop')
  expect(events).toEqual(['advanced b'])
})

it('preloads the file of a next track that cannot be appended, and reports it if that fails', () => {
  play(b, 0)
  deck(0).emit({ type: 'nextUnstreamable', track: b })
  expect(deck(1).calls).toEqual(['preload b metadata'])
  deck(1).emit({ type: 'failed', error: new Error('404'), reason: 'unusable' })
  expect(events).toEqual(['unplayable b'])
})

const breakStream = (track: PlayerTrack, position = 7) =>
  deck(0).emit({ type: 'streamingFailed', track, position, error: new Error('broken') })

it('plays only the track whose stream failed as a file, and streams the next one', async () => {
  play(b, 0)
  breakStream(a)
  await settle()
  expect(callsOf(0).slice(-2)).toEqual(['load file a 7', 'play'])
  expect(prefetched).toEqual(['b'])
  deck(0).emit({ type: 'ended' })
  expect(events).toEqual(['ended'])
  sequencer.start(b, 0)
  sequencer.setNext(trackOf('c'))
  expect(callsOf(0).slice(-3)).toEqual(['load stream b 0', 'play', 'append c'])
})

it('remembers whose stream failed: it follows as a file', async () => {
  play(b, 0)
  breakStream(a)
  sequencer.start(b, 0)
  sequencer.setNext(a)
  await settle()
  expect(callsOf(0).at(-1)).toBe('append')
  expect(deck(1).calls).toEqual(['preload a metadata'])
})

it('plays only files after the streams of three tracks in a row have failed', async () => {
  for (const track of [a, b, trackOf('c')]) {
    play(trackOf('d'), 0, track)
    breakStream(track)
  }
  play(trackOf('e'), 0, trackOf('f'))
  await settle()
  expect(callsOf(0).slice(-2)).toEqual(['load file f 0', 'play'])
  expect(deck(1).calls.at(-1)).toBe('preload e metadata')
})

it.each([
  ['a stream has played a second', [0, 0.5, 1.1], 'stream'],
  ['only a seek was longer', [0, 50], 'file'],
])('counts failed streams anew if %s between failures', (_what, positions, kind) => {
  for (const track of [a, b, trackOf('c')]) {
    play(trackOf('d'), 0, track)
    breakStream(track)
    // The listener goes on before its end.
    play(trackOf('d'), 0, trackOf('x'))
    for (const position of positions) moveTo(position)
  }
  sequencer.start(trackOf('e'), 0)
  expect(callsOf(0).slice(-2)).toEqual([`load ${kind} e 0`, 'play'])
})

it('reports the end if nothing follows', () => {
  play(b, 0)
  sequencer.setNext(null)
  deck(0).emit({ type: 'ended' })
  expect(events).toEqual(['ended'])
})

it('prefetches what is perhaps never played only where that costs little, but always what follows', () => {
  sequencer.prefetch(a)
  expect(prefetched).toEqual(['a'])
  canPrefetchInVain = false
  sequencer.prefetch(b)
  expect(prefetched).toEqual(['a'])
  play(trackOf('c'))
  moveToFade()
  expect(new Set(prefetched)).toEqual(new Set(['a', 'c']))
})

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
const c = trackOf('c')

let isHidden: boolean
let streamable: () => Promise<boolean>
let decks: FakeDeck[]
let events: string[]
let sequencer: Sequencer

function create(canStream: boolean): void {
  decks = []
  events = []
  sequencer = new Sequencer({
    isAnswered: async () => true,
    createDeck() {
      const deck = new FakeDeck(() => true)
      decks.push(deck)
      return deck as unknown as Deck
    },
    prefetch() {},
    canStreamTrack: () => streamable(),
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
  isHidden = false
  streamable = async () => true
  create(true)
})
afterEach(() => {
  sequencer.destroy()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const deck = (number: number) => decks[number] as FakeDeck
const settle = () => vi.advanceTimersByTimeAsync(0)
const moveTo = (position: number) => deck(0).emit({ type: 'position', position, duration: LENGTH })
const setCrossfade = (crossfadeSeconds: number) =>
  sequencer.setSettings({ ...DEFAULT_SETTINGS, crossfadeSeconds, gain: 'off' })

function play(next: PlayerTrack, crossfadeSeconds = 0, current = a): void {
  setCrossfade(crossfadeSeconds)
  sequencer.start(current, 0)
  sequencer.setNext(next)
}

/** The next track cannot be streamed: the other deck preloads its file. */
function playBeforeFile(): void {
  play(b)
  deck(0).emit({ type: 'nextUnstreamable', track: b })
}

/** The other deck has started the next track silently. */
async function playToFade(): Promise<void> {
  play(b, FADE)
  moveTo(LENGTH - FADE)
  await settle()
  expect(deck(1).calls.at(-1)).toBe('play')
}

it('does not play a preloaded file if the current track ends while paused', () => {
  playBeforeFile()
  sequencer.pause()
  deck(0).emit({ type: 'ended' })
  expect(deck(1).calls).toEqual(['preload b metadata'])
  expect(events).toEqual(['ended'])
})

it('stops the silent start and preloads the file anew if crossfade is turned off', async () => {
  create(false)
  await playToFade()
  setCrossfade(0)
  await settle()
  expect(deck(1).calls.slice(-2)).toEqual(['stop', 'preload b metadata'])
  deck(1).emit({ type: 'playing' })
  await vi.advanceTimersByTimeAsync(100)
  expect(deck(1).calls.at(-1)).toBe('preload b metadata')
  expect(events).toEqual([])
  deck(0).emit({ type: 'ended' })
  expect(deck(1).calls.slice(-2)).toEqual(['load file b 0', 'play'])
  expect(events).toEqual(['advanced b'])
})

it('does not preload on the deck that has started the next track silently', async () => {
  await playToFade()
  deck(0).emit({ type: 'nextUnstreamable', track: b })
  expect(deck(1).calls.at(-1)).toBe('play')
})

it('does not preload a file if crossfade is turned on before the server answers', async () => {
  const answer = Promise.withResolvers<boolean>()
  streamable = () => answer.promise
  play(b)
  deck(0).emit({ type: 'unstreamable', track: a, position: 0 })
  setCrossfade(FADE)
  answer.resolve(false)
  await settle()
  expect(deck(1).calls).not.toContain('preload b metadata')
})

it('amplifies a deck before it preloads a file if crossfade is on', async () => {
  create(false)
  play(trackOf('second', { albumId: 'x', number: 2 }), FADE, trackOf('first', { albumId: 'x', number: 1 }))
  await settle()
  expect(deck(1).calls).toEqual(['amplify', 'preload second metadata'])
})

it('stays paused if the player pauses while a track is loaded', () => {
  deck(0).onLoad = () => moveTo(0)
  sequencer.events.subscribe(() => sequencer.pause(), new AbortController().signal)
  sequencer.start(a, 0)
  expect(deck(0).calls).toContain('pause')
  expect(deck(0).calls).not.toContain('play')
})

it('requests a full file once, however often the position changes', () => {
  playBeforeFile()
  for (const position of [80, 81, 82]) moveTo(position)
  expect(deck(1).calls).toEqual(['preload b metadata', 'preload b auto'])
  sequencer.setNext(c)
  deck(0).emit({ type: 'nextUnstreamable', track: c })
  moveTo(83)
  expect(deck(1).calls.slice(-2)).toEqual(['preload c metadata', 'preload c auto'])
})

it('preloads the next file though its track was replaced by a newer copy', () => {
  play(b)
  sequencer.setNext(trackOf('b'))
  deck(0).emit({ type: 'nextUnstreamable', track: b })
  expect(deck(1).calls).toEqual(['preload b metadata'])
})

it('keeps a preloaded file if its track is replaced by a newer copy', () => {
  playBeforeFile()
  sequencer.setNext(trackOf('b'))
  deck(0).emit({ type: 'nextUnstreamable', track: b })
  expect(deck(1).calls).toEqual(['preload b metadata'])
  deck(0).emit({ type: 'ended' })
  expect(events).toEqual(['advanced b'])
})

it('plays the file of a track whose stream failed on the other deck', async () => {
  await playToFade()
  deck(1).emit({ type: 'streamingFailed', track: b, position: 0, error: new Error('broken') })
  expect(deck(1).calls.slice(-2)).toEqual(['load file b 0', 'play'])
  expect(console.warn).toHaveBeenCalledTimes(1)
  deck(1).emit({ type: 'playing' })
  sequencer.start(c, 0)
  expect(deck(1).calls).toContain('load stream c 0')
})

it('appends a track that broke the stream of the current one no more', () => {
  play(b, 0)
  deck(0).emit({ type: 'nextUnstreamable', track: b, error: new Error('Cannot decode the appended bytes.') })
  deck(0).calls.length = 0
  sequencer.setNext(null)
  sequencer.setNext(b)
  expect(deck(0).calls.filter(call => call.startsWith('append'))).toEqual(['append', 'append'])
})

it('plays the preloaded file if the listener starts the next track', () => {
  playBeforeFile()
  sequencer.start(b, 0)
  expect(deck(1).calls).toEqual(['preload b metadata', 'full level', 'load file b 0', 'play'])
  expect(deck(0).calls.at(-1)).toBe('stop')
})

it.each([
  ['another deck has preloaded it', false, 1, 'start b'],
  ['the page is hidden', true, 0, 'advance b'],
])('sets the loudness of the next file: %s', (_what, hidden, number, call) => {
  isHidden = hidden
  playBeforeFile()
  deck(0).emit({ type: 'ended' })
  expect(deck(number).loudnessCalls.at(-1)).toBe(call)
})

it('does not start the next track if the current one fails before the crossfade', async () => {
  await playToFade()
  deck(0).emit({ type: 'failed', error: new Error('broken') })
  deck(1).emit({ type: 'playing' })
  await vi.advanceTimersByTimeAsync(100)
  expect(deck(1).calls.at(-1)).toBe('stop')
  expect(events).toEqual(['failed'])
})

it('stops the outgoing track if the incoming one fails during the crossfade', async () => {
  await playToFade()
  deck(1).emit({ type: 'playing' })
  deck(1).emit({ type: 'failed', error: new Error('broken') })
  await vi.advanceTimersByTimeAsync(100)
  expect(deck(0).calls.at(-1)).toBe('stop')
  expect(events).toEqual(['advanced b', 'failed'])
})

it('gives AirPlay receivers files, on the element that they were chosen for, and streams again afterwards', async () => {
  play(b)
  moveTo(30)
  sequencer.showReceivers()
  expect(deck(0).calls.slice(-3)).toEqual(['load file a 30', 'play', 'show receivers'])
  deck(0).isOnReceiver = true
  sequencer.setNext(c)
  await settle()
  deck(0).emit({ type: 'ended' })
  expect(events).toEqual(['advanced c'])
  expect(deck(0).calls.slice(-2)).toEqual(['load file c 0', 'play'])
  sequencer.start(a, 0)
  expect(deck(0).calls.slice(-2)).toEqual(['load file a 0', 'play'])
  deck(0).isOnReceiver = false
  sequencer.start(b, 0)
  expect(deck(0).calls.slice(-2)).toEqual(['load stream b 0', 'play'])
})

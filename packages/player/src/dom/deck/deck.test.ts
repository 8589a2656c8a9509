import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../../state/player-state.ts'
import type { Prefetcher } from '../network/prefetcher.ts'
import type { StreamResolver } from '../source/stream-resolver.ts'
import { Deck } from './deck.ts'
import type { Mixer } from './mixer.ts'

class FakeMediaSource extends EventTarget {}

class FakeElement extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3
  error = null
  readyState = 0
  currentTime = 0
  duration = 100
  volume = 1
  paused = true
  ended = false
  seeking = false
  src = ''
  disableRemotePlayback = false
  playing = Promise.withResolvers<void>()
  play(): Promise<void> {
    this.paused = false
    this.dispatchEvent(new Event('play'))
    this.playing = Promise.withResolvers<void>()
    return this.playing.promise
  }
  pause(): void {
    this.paused = true
  }
  removeAttribute(): void {
    this.src = ''
  }
  load(): void {}
}

const track = (id: string) => ({ id, audioSrc: `/audio/${id}.flac`, durationSeconds: 100 }) as PlayerTrack

let element: FakeElement
let events: string[]
let revoked: string[]
let deck: Deck
beforeEach(() => {
  vi.stubGlobal('MediaSource', FakeMediaSource)
  revoked = []
  vi.stubGlobal('URL', {
    createObjectURL: () => 'blob:stream',
    revokeObjectURL: (url: string) => revoked.push(url),
  })
  element = new FakeElement()
  events = []
  deck = new Deck({
    element: element as unknown as HTMLAudioElement,
    mixer: { wake() {} } as unknown as Mixer,
    resolver: { resolveWhenOnline: () => new Promise(() => {}), abandon() {} } as unknown as StreamResolver,
    prefetcher: {} as Prefetcher,
    findGain: () => new Promise(() => {}),
  })
  deck.events.subscribe(({ type }) => type !== 'position' && events.push(type), new AbortController().signal)
})
afterEach(() => {
  deck.destroy()
  vi.unstubAllGlobals()
})

const settle = () => new Promise(resolve => setTimeout(resolve))

it('reports that the browser refuses to play', async () => {
  deck.load('file', track('a'), 0)
  deck.play()
  element.playing.reject(new DOMException('', 'NotAllowedError'))
  await settle()
  expect(events).toEqual(['failed'])
})

it('ignores the refusal for an earlier track, and interrupted plays', async () => {
  deck.load('file', track('a'), 0)
  deck.play()
  const first = element.playing
  deck.load('file', track('b'), 0)
  deck.play()
  first.reject(new DOMException('', 'NotAllowedError'))
  element.playing.reject(new DOMException('', 'AbortError'))
  await settle()
  expect(events).toEqual([])
})

it('opens one MediaSource for all streams, and replaces it by a file', () => {
  deck.openStream()
  const stream = deck.source
  expect(element.src).toBe('blob:stream')
  deck.load('stream', track('a'), 0)
  expect(deck.source).toBe(stream)
  deck.load('file', track('a'), 7)
  expect(deck.source?.kind).toBe('file')
  expect(element.src).toBe('/audio/a.flac')
  expect(element.currentTime).toBe(7)
})

it('frees a MediaSource that is replaced before it opened', () => {
  deck.load('stream', track('a'), 0)
  expect(revoked).toEqual([])
  deck.load('file', track('a'), 0)
  expect(revoked).toEqual(['blob:stream'])
})

it('frees a MediaSource that failed before it opened', () => {
  deck.load('stream', track('a'), 0)
  element.dispatchEvent(new Event('error'))
  expect(revoked).toEqual(['blob:stream'])
})

it('allows remote playback of files only', () => {
  deck.load('stream', track('a'), 0)
  expect(element.disableRemotePlayback).toBe(true)
  deck.load('file', track('a'), 0)
  expect(element.disableRemotePlayback).toBe(false)
})

it('reports the events of the element once after its source was replaced', () => {
  deck.load('stream', track('a'), 0)
  deck.load('file', track('a'), 0)
  element.dispatchEvent(new Event('ended'))
  expect(events).toEqual(['ended'])
})

it('reports nothing after it was stopped', () => {
  deck.load('file', track('a'), 0)
  deck.stop()
  for (const type of ['playing', 'waiting', 'ended', 'error']) element.dispatchEvent(new Event(type))
  expect(events).toEqual([])
})

it.each(['stream', 'file'] as const)('never says that it plays while the playhead stands still: %s', kind => {
  vi.useFakeTimers()
  try {
    element.readyState = 4
    deck.load(kind, track('a'), 0)
    deck.play()
    element.dispatchEvent(new Event('playing'))
    expect(events).toEqual(['playing'])
    vi.advanceTimersByTime(3_000)
    expect(events).toEqual(['playing', 'waiting'])
    element.dispatchEvent(new Event('playing'))
    vi.advanceTimersByTime(20_000)
    expect(events.filter(type => type === 'playing')).toHaveLength(1)
    expect(events.at(-1)).toBe('failed')
  } finally {
    deck.destroy()
    vi.useRealTimers()
  }
})

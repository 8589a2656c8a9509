import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamRendition } from '../../streams/stream-index.ts'
import { hasMediaSource } from '../source/media-source-support.ts'
import { AppendBuffer } from './append-buffer.ts'
import { Feeder } from './feeder.ts'
import { createFeed, type TrackFeed } from './track-feed.ts'

const RATE = 44_100
const INIT = 10
const BYTES = 100

/** Buffers one second per fragment, until the browser evicts something. */
class FakeManagedBuffer extends EventTarget {
  updating = false
  appendWindowStart = 0
  appendWindowEnd = Number.POSITIVE_INFINITY
  timestampOffset = 0
  mode = 'segments'
  readonly seconds = new Set<number>()
  /** Appended data is evicted at once. */
  isFull = false
  get buffered(): Pick<TimeRanges, 'length' | 'start' | 'end'> {
    const sorted = [...this.seconds].toSorted((a, b) => a - b)
    const starts = sorted.filter(second => !this.seconds.has(second - 1))
    const ends = sorted.filter(second => !this.seconds.has(second + 1))
    return { length: starts.length, start: i => starts[i] ?? 0, end: i => (ends[i] ?? 0) + 1 }
  }
  abort(): void {}
  /** The bytes of each fragment name its second of the track. */
  appendBuffer(bytes: Uint8Array): void {
    const seconds = new Set([...bytes].filter(byte => byte > 0).map(byte => byte - 1 + this.timestampOffset))
    if (!this.isFull) for (const second of seconds) this.seconds.add(second)
    this.#work()
  }
  remove(from: number, to: number): void {
    for (const second of this.seconds) if (second >= from && second < to) this.seconds.delete(second)
    this.#work()
  }
  /** Browsers do this by themselves at any time. */
  evict(from: number, to: number): void {
    for (let second = from; second < to; second++) this.seconds.delete(second)
    this.dispatchEvent(new Event('bufferedchange'))
  }
  #work(): void {
    this.updating = true
    setTimeout(() => {
      this.updating = false
      this.dispatchEvent(new Event('bufferedchange'))
      this.dispatchEvent(new Event('updateend'))
    }, 1)
  }
}

class FakeManagedSource extends EventTarget {
  readonly buffer = new FakeManagedBuffer()
  readyState = 'open'
  duration = 0
  streaming = true
  isEnded = false
  addSourceBuffer = () => this.buffer
  endOfStream(): void {
    this.isEnded = true
  }
  ask(streaming: boolean): void {
    this.streaming = streaming
    this.dispatchEvent(new Event(streaming ? 'startstreaming' : 'endstreaming'))
  }
}

/** A track of one-second fragments whose bytes name their second. */
function trackOf(url: string, seconds: number, start = 0): TrackFeed {
  const rendition: StreamRendition = {
    mime: 'audio/mp4',
    url,
    init: [0, INIT],
    primingSamples: 0,
    fragments: Array.from({ length: seconds }, (_, i) => [INIT + i * BYTES, BYTES, i * RATE] as const),
  }
  const gain = { track: null, album: null, trackPeak: null, albumPeak: null }
  const trueSamples = seconds * RATE
  const index = { trackId: url, sampleRate: RATE, trueSamples, faces: [rendition], complete: true, gain }
  return {
    ...createFeed({ id: url } as TrackFeed['track']),
    placed: { index, rendition, quality: 'original', start },
  }
}

let source: FakeManagedSource
let now: number
let requests: string[]
let broken: unknown[]
let feed: Feeder

beforeEach(() => {
  vi.useFakeTimers()
  source = new FakeManagedSource()
  now = 0
  requests = []
  broken = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: { range: string } }) => {
    const [from = 0, to = 0] = headers.range.replace('bytes=', '').split('-').map(Number)
    const seconds = [from, to].map(at => Math.max(0, Math.floor((at - INIT) / BYTES)))
    requests.push(`${url} ${seconds.join('-')}`)
    const bytes = Uint8Array.from({ length: to - from + 1 }, (_, i) =>
      from + i < INIT ? 0 : Math.floor((from + i - INIT) / BYTES) + 1,
    )
    return new Response(bytes, { status: 206 })
  })
})
afterEach(() => {
  feed?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function start(current: TrackFeed, next: TrackFeed | null = null): Promise<void> {
  feed = new Feeder({
    buffer: new AppendBuffer(source as unknown as MediaSource, 'audio/mp4'),
    feeds: () => ({ current, next }),
    now: () => now,
    isStarved: () => !source.buffer.seconds.has(Math.floor(now)),
    resolver: { refresh: async () => null },
    prefetcher: { take: () => null },
    onNextMissing: () => {},
    onOffline: () => {},
    onTrackLost: () => {},
    onError: error => broken.push(error),
  })
  await pass(500)
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const buffered = () => [...source.buffer.seconds].toSorted((a, b) => a - b)
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

it('is supported if the browser has only ManagedMediaSource, like iPhones', () => {
  expect(hasMediaSource()).toBe(false)
  vi.stubGlobal('ManagedMediaSource', class {})
  expect(hasMediaSource()).toBe(true)
})

it('fills a source that has not asked yet, up to the limit', async () => {
  source.streaming = false
  await start(trackOf('a', 100))
  expect(buffered()).toEqual(range(0, 30))
  now = 15
  await pass(5_000)
  expect(requests).toHaveLength(1)
})

it('continues as soon as the source asks for data', async () => {
  await start(trackOf('a', 100))
  source.ask(false)
  now = 15
  await pass(5_000)
  expect(requests).toHaveLength(1)
  source.ask(true)
  await pass(10)
  expect(requests.at(-1)).toBe('a 30-44')
})

it('continues without being asked if little is buffered, as after a seek', async () => {
  await start(trackOf('a', 100))
  source.ask(false)
  now = 26
  feed.wake()
  await pass(100)
  expect(requests.at(-1)).toBe('a 30-55')
})

it('ends the stream even if the source asks for nothing', async () => {
  source.streaming = false
  await start(trackOf('a', 4))
  expect(source.isEnded).toBe(true)
})

it('appends again what the browser evicted ahead of the position', async () => {
  await start(trackOf('a', 100))
  source.buffer.evict(12, 30)
  await pass(500)
  expect(requests.slice(1)).toEqual(['a 11-29'])
  expect(buffered()).toEqual(range(0, 30))
  expect(broken).toEqual([])
})

it('fills a hole ahead of the position, but not behind it', async () => {
  now = 10
  await start(trackOf('a', 100))
  source.buffer.evict(0, 5)
  await pass(500)
  expect(requests).toHaveLength(1)
  source.buffer.evict(15, 20)
  await pass(500)
  expect(requests).toHaveLength(2)
  expect(requests[1]).toMatch(/^a 14-/)
  expect(buffered()).toEqual(range(5, 40))
})

it('appends again what was evicted of the next track and of both', async () => {
  await start(trackOf('a', 10), trackOf('b', 100, 10))
  expect(buffered()).toEqual(range(0, 30))
  source.buffer.evict(15, 30)
  await pass(500)
  expect(requests.at(-1)).toMatch(/^b 4-/)
  expect(buffered()).toEqual(range(0, 30))
  const before = requests.length
  source.buffer.evict(5, 30)
  await pass(500)
  expect(requests.slice(before).map(each => each.replace(/-.*/, ''))).toEqual(['a 4', 'b 0'])
  expect(buffered()).toEqual(range(0, 30))
  // The next track continues at its own position on the timeline.
  now = 15
  feed.wake()
  await pass(500)
  expect(buffered()).toEqual(range(0, 45))
  expect(broken).toEqual([])
})

it('does not repeat what the browser evicts immediately', async () => {
  await start(trackOf('a', 100))
  source.buffer.isFull = true
  source.buffer.evict(12, 30)
  await pass(10_000)
  expect(requests).toHaveLength(2)
})

it('appends again what is evicted twice at the same position', async () => {
  await start(trackOf('a', 100))
  for (const times of [1, 2]) {
    source.buffer.evict(12, 30)
    await pass(500)
    expect(requests).toHaveLength(1 + times)
    expect(buffered()).toEqual(range(0, 30))
  }
})

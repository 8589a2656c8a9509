import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { planPrefetch } from '../../streams/feed-plan.ts'
import type { StreamRendition, TrackStream } from '../../streams/stream-index.ts'
import { PrefetchedRange } from '../network/prefetched-range.ts'
import { AppendBuffer } from './append-buffer.ts'
import { Feeder } from './feeder.ts'
import { createFeed, type TrackFeed } from './track-feed.ts'

const RATE = 44_100
const INIT = 10
const BYTES = 100

/** Logs its operations; each takes 1 ms. */
class FakeSourceBuffer extends EventTarget {
  readonly log: string[] = []
  updating = false
  appendWindowStart = 0
  appendWindowEnd = Number.POSITIVE_INFINITY
  timestampOffset = 0
  mode = 'segments'
  quota = Number.POSITIVE_INFINITY
  bytes = 0
  buffered = { length: 0, start: () => 0, end: () => 0 }
  abort(): void {
    if (this.updating) throw new DOMException('updating', 'InvalidStateError')
    this.log.push('abort')
  }
  changeType(mime: string): void {
    this.log.push(`type ${mime}`)
  }
  appendBuffer(bytes: Uint8Array): void {
    if (this.updating) throw new DOMException('updating', 'InvalidStateError')
    if (this.bytes + bytes.length > this.quota) throw new DOMException('full', 'QuotaExceededError')
    this.bytes += bytes.length
    this.buffered = { ...this.buffered, length: 1 }
    this.log.push(`append ${bytes.length}`)
    this.#work()
  }
  remove(from: number, to: number): void {
    if (this.updating) throw new DOMException('updating', 'InvalidStateError')
    this.bytes = 0
    this.log.push(`remove ${from}-${to}`)
    this.#work()
  }
  #work(): void {
    this.updating = true
    setTimeout(() => {
      this.updating = false
      this.dispatchEvent(new Event('updateend'))
    }, 1)
  }
}

const rendition = (url: string, fragments: number): StreamRendition => ({
  mime: 'audio/mp4; codecs="flac"',
  url,
  init: [0, INIT],
  primingSamples: 0,
  fragments: Array.from({ length: fragments }, (_, i) => [INIT + i * BYTES, BYTES, i * RATE] as const),
})
const streamable = (url: string, fragments: number, complete = true): TrackStream => {
  const only = rendition(url, fragments)
  const gain = { track: null, album: null, trackPeak: null, albumPeak: null }
  const trueSamples = fragments * RATE
  const index = { trackId: url, sampleRate: RATE, trueSamples, faces: [only], complete, gain }
  return { index, rendition: only, quality: 'original' }
}
const trackOf = (id: string) => ({ ...createFeed({ id } as TrackFeed['track']) })

let sourceBuffer: FakeSourceBuffer
let ended: number
let missing = 0
let dispatchTo: (target: 'window' | 'document', type: string) => void
let requests: string[]
let aborted: string[]
let answer: (url: string, range: string) => Response | Promise<Response>
let feed: Feeder | undefined

beforeEach(() => {
  vi.useFakeTimers()
  sourceBuffer = new FakeSourceBuffer()
  ended = 0
  missing = 0
  requests = []
  aborted = []
  answer = (_url, range) => {
    const [from = 0, to = 0] = range.replace('bytes=', '').split('-').map(Number)
    return new Response(new Uint8Array(to - from + 1), { status: 206 })
  }
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, signal }: RequestInit & { headers: { range: string } }) => {
      requests.push(`${url} ${headers.range}`)
      return Promise.race([answer(url, headers.range), rejectOnAbort(url, signal)])
    },
  )
})
afterEach(() => {
  feed?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Rejects when the request is aborted. */
function rejectOnAbort(url: string, signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => {
      aborted.push(url)
      reject(signal.reason)
    })
  })
}

function start(
  feeds: { current: TrackFeed; next: TrackFeed | null },
  given: { now?: () => number; isStarved?: () => boolean; refresh?: () => Promise<TrackStream | null> } = {},
) {
  const source = {
    readyState: 'open',
    duration: 0,
    addSourceBuffer: () => sourceBuffer,
    endOfStream: () => ended++,
  } as unknown as MediaSource
  const reported = { lost: [] as string[], broken: [] as unknown[] }
  feed = new Feeder({
    buffer: new AppendBuffer(source, 'audio/mp4; codecs="flac"'),
    feeds: () => feeds,
    now: given.now ?? (() => 0),
    isStarved: given.isStarved ?? (() => false),
    resolver: { refresh: given.refresh ?? (async () => null) },
    prefetcher: {
      take(_, { index, rendition }) {
        const request = planPrefetch({ index, rendition })
        return request && new PrefetchedRange(rendition.url, request)
      },
    },
    onNextMissing: () => missing++,
    onOffline: () => {},
    onTrackLost: track => reported.lost.push(track.track.id),
    onError: error => reported.broken.push(error),
  })
  return reported
}

it('appends a short track as a whole and ends the stream if nothing follows', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 5), start: 0 } }
  start({ current, next: null })
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).toEqual([`/a bytes=0-${INIT + 5 * BYTES - 1}`])
  expect(current.nextFragment).toBe(5)
  expect(ended).toBe(1)
})

it('appends the next track directly behind, cut at the join', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 5), start: 0 } }
  const next = { ...trackOf('b'), placed: { ...streamable('/b', 5), start: 5 } }
  start({ current, next })
  await vi.advanceTimersByTimeAsync(100)
  expect(next.nextFragment).toBe(5)
  expect(sourceBuffer.appendWindowStart).toBeCloseTo(5, 5)
  expect(sourceBuffer.appendWindowEnd).toBeCloseTo(10, 5)
  expect(sourceBuffer.timestampOffset).toBe(5)
  expect(ended).toBe(0)
})

it('prefetches the next track while the buffer has no space for it', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 60), start: 0 } }
  const next = { ...trackOf('b'), placed: { ...streamable('/b', 5), start: 60 } }
  start({ current, next })
  await vi.advanceTimersByTimeAsync(100)
  expect(current.nextFragment).toBeGreaterThanOrEqual(30)
  expect(next.nextFragment).toBeUndefined()
  expect(next.prefetched?.request.next).toBe(5)
})

it('fetches the index again while the stream is being made', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 2, false), start: 0 } }
  const refresh = vi.fn(async () => streamable('/a', 5))
  start({ current, next: null }, { refresh })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(current.nextFragment).toBe(5)
})

it('switches to the stream that has replaced the old one', async () => {
  answer = (url, range) => {
    const [from = 0, to = 0] = range.replace('bytes=', '').split('-').map(Number)
    return url === '/old'
      ? new Response('', { status: 404 })
      : new Response(new Uint8Array(to - from + 1), { status: 206 })
  }
  const current = { ...trackOf('a'), placed: { ...streamable('/old', 5), start: 0 } }
  const reported = start({ current, next: null }, { refresh: async () => streamable('/new', 5) })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(current.nextFragment).toBe(5)
  expect(reported).toEqual({ lost: [], broken: [] })
})

it('goes on at the same position in a stream with other fragments', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/old', 4, false), start: 0 } }
  const longer = streamable('/new', 5)
  const fragments = longer.rendition.fragments.map(([at, size, sample]) => [at, size, sample * 2] as const)
  const index = { ...longer.index, trueSamples: 10 * RATE }
  const fresh = { ...longer, index, rendition: { ...longer.rendition, fragments } }
  start({ current, next: null }, { refresh: async () => fresh })
  await vi.advanceTimersByTimeAsync(2_000)
  // The old one ended within its fourth second: the second fragment of the new one holds that.
  expect(requests.at(-1)).toBe(`/new bytes=${INIT + BYTES}-${INIT + 5 * BYTES - 1}`)
  expect(current.nextFragment).toBe(5)
})

it('gives up a track that is gone, but not while buffered audio is left', async () => {
  answer = () => new Response('', { status: 404 })
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 5), start: 0 } }
  let isStarved = false
  const reported = start(
    { current, next: null },
    { isStarved: () => isStarved, refresh: async () => streamable('/a', 5) },
  )
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reported.lost).toEqual([])
  isStarved = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reported.lost[0]).toBe('a')
})

it('continues with the first incomplete fragment after a broken transfer', async () => {
  let isFirst = true
  answer = (_url, range) => {
    const [from = 0, to = 0] = range.replace('bytes=', '').split('-').map(Number)
    const length = isFirst ? INIT + 2 * BYTES + 7 : to - from + 1
    isFirst = false
    return new Response(new Uint8Array(length), { status: 206 })
  }
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 5), start: 0 } }
  start({ current, next: null })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(requests[1]).toBe(`/a bytes=${INIT + 2 * BYTES}-${INIT + 5 * BYTES - 1}`)
  expect(current.nextFragment).toBe(5)
})

it('reports a track whose response always ends at the same byte', async () => {
  answer = (_url, range) => {
    const [from = 0] = range.replace('bytes=', '').split('-').map(Number)
    return new Response(new Uint8Array(INIT + 2 * BYTES + 7 - from), { status: 206 })
  }
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 5), start: 0 } }
  const reported = start({ current, next: null }, { isStarved: () => true })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reported.lost).toContain('a')
})

it('evicts old audio when the buffer is full and appends again', async () => {
  sourceBuffer.quota = INIT + 3 * BYTES
  sourceBuffer.bytes = 250
  sourceBuffer.buffered = { length: 1, start: () => 0, end: () => 60 }
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 2), start: 60 } }
  start({ current, next: null }, { now: () => 60 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sourceBuffer.log).toContain('remove 0-45')
  expect(current.nextFragment).toBe(2)
})

it('does nothing after it was stopped', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 60), start: 0 } }
  const reported = start({ current, next: null })
  await vi.advanceTimersByTimeAsync(1)
  feed?.stop()
  const done = sourceBuffer.log.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sourceBuffer.log.length).toBeLessThanOrEqual(done + 1)
  expect(reported).toEqual({ lost: [], broken: [] })
})

it('requests nothing of the next track if stopped while it waits for bytes', async () => {
  answer = () => new Promise(() => {})
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 60), start: 0 }, next: 10 }
  const next = { ...trackOf('b'), placed: { ...streamable('/b', 5), start: 60 } }
  start({ current, next })
  await vi.advanceTimersByTimeAsync(100)
  expect(requests).toHaveLength(1)
  feed?.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(aborted).toEqual(['/a'])
  expect(requests).toHaveLength(1)
})

it('aborts the first request of a track at once when stopped', async () => {
  answer = () => new Promise(() => {})
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 5), start: 0 } }
  start({ current, next: null })
  await vi.advanceTimersByTimeAsync(100)
  expect(aborted).toEqual([])
  feed?.stop()
  await vi.advanceTimersByTimeAsync(1)
  expect(aborted).toEqual(['/a'])
})

it('reports an error if appended audio does not become playable', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 60), start: 0 } }
  const reported = start({ current, next: null }, { isStarved: () => true })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reported.broken).toHaveLength(1)
})

it('asks for the stream of the next track as soon as a short one is appended, again and again', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 1), start: 0 } }
  start({ current, next: trackOf('b') }, { isStarved: () => true })
  await vi.advanceTimersByTimeAsync(3_100)
  expect(missing).toBeGreaterThanOrEqual(3)
  expect(ended).toBe(0)
})

it('ends the stream behind two tracks that are too short to play, so that the browser plays them', async () => {
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 1), start: 0 } }
  const next = { ...trackOf('b'), placed: { ...streamable('/b', 1), start: 1 } }
  let isStarved = false
  start({ current, next }, { isStarved: () => isStarved })
  await vi.advanceTimersByTimeAsync(1_100)
  expect(ended).toBe(0)
  isStarved = true
  await vi.advanceTimersByTimeAsync(1_100)
  expect(ended).toBeGreaterThan(0)
})

/** A track of 90 s whose first seconds have arrived; nothing answers for the rest until `reconnect`. */
async function outage(seconds: number) {
  let isDown = false
  const answered = answer
  const requestTimes: number[] = []
  answer = (url, range) => {
    requestTimes.push(performance.now())
    if (isDown) throw new TypeError('Failed to fetch')
    return answered(url, range)
  }
  const current = { ...trackOf('a'), placed: { ...streamable('/a', 90), start: 0 }, startAt: 5 }
  let now = 5
  let isStarved = false
  const reported = start({ current, next: null }, { now: () => now, isStarved: () => isStarved })
  await vi.advanceTimersByTimeAsync(1_000)
  isDown = true
  now = 25
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return {
    reported,
    requestTimes,
    starve: () => {
      isStarved = true
    },
    reconnect: () => {
      isDown = false
    },
  }
}

it('asks at least every two seconds once nothing is left to play, and reports the track as lost', async () => {
  const { requestTimes, starve, reported } = await outage(30)
  expect(reported.lost).toEqual([])
  starve()
  const { length } = requestTimes
  await vi.advanceTimersByTimeAsync(3_000)
  expect(requestTimes.length).toBeGreaterThan(length)
  expect(reported.lost[0]).toBe('a')
})

it.each([
  ['online', () => dispatchTo('window', 'online')],
  ['looked at', () => dispatchTo('document', 'visibilitychange')],
  ['asked to', () => feed?.retryNow()],
])('asks at once when the page is %s', async (_what, act) => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  dispatchTo = (target, type) => (target === 'window' ? page : document).dispatchEvent(new Event(type))
  const { requestTimes, reconnect } = await outage(30)
  reconnect()
  const { length } = requestTimes
  act()
  await vi.advanceTimersByTimeAsync(5)
  expect(requestTimes.length).toBeGreaterThan(length)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DeckEvent } from '../../output/deck-event.ts'
import type { StreamQuality } from '../../state/playback-settings.ts'
import type { PlayerTrack } from '../../state/player-state.ts'
import { planPrefetch } from '../../streams/feed-plan.ts'
import type { TrackStream } from '../../streams/stream-index.ts'
import { PrefetchedRange } from '../network/prefetched-range.ts'
import type { Prefetcher } from '../network/prefetcher.ts'
import type { StreamResolver } from './stream-resolver.ts'
import { StreamSource } from './stream-source.ts'

const RATE = 44_100
const INIT = 1_000
const BYTES = 100
const FRAGMENTS = 200

/** Accepts appends and removals; each takes 5 ms. */
class FakeSourceBuffer extends EventTarget {
  updating = false
  appendWindowStart = 0
  appendWindowEnd = Number.POSITIVE_INFINITY
  timestampOffset = 0
  mode = 'segments'
  buffered = { length: 1, start: () => 0, end: () => 0 }
  abort(): void {}
  appendBuffer(): void {
    this.#work()
  }
  remove(): void {
    this.#work()
  }
  #work(): void {
    this.updating = true
    setTimeout(() => {
      this.updating = false
      this.dispatchEvent(new Event('updateend'))
    }, 5)
  }
}

class FakeMediaSource extends EventTarget {
  readyState = 'open'
  duration = 0
  constructor() {
    super()
    opened++
    setTimeout(() => this.dispatchEvent(new Event('sourceopen')), 1)
  }
  addSourceBuffer = () => new FakeSourceBuffer()
  endOfStream(): void {}
}

class FakeElement extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3
  readyState = 0
  currentTime = 0
  paused = false
  seeking = false
  volume = 1
  play = async () => {}
  pause(): void {}
  removeAttribute(): void {}
  load(): void {}
}

let requests: number[]
let urls: string[]
let element: FakeElement
/** The quality that the listener has chosen. */
let chosen: StreamQuality
/** Tracks cannot be had in it: they come as originals. */
let isFallback: boolean
/** Media types of tracks that have another than the rest. */
let types: Record<string, string>
/** Tracks whose index does not arrive, and those that are no longer waited for. */
let unanswered: Set<string>
let abandoned: string[]
/** Nothing answers. */
let isAway: boolean
/** MediaSources so far. */
let opened: number
let events: DeckEvent[]
let closed: AbortController
let source: StreamSource

const describe = (event: DeckEvent) => ('track' in event ? `${event.type} ${event.track.id}` : event.type)

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  urls = []
  chosen = 'original'
  isFallback = false
  types = {}
  unanswered = new Set()
  abandoned = []
  isAway = false
  opened = 0
  events = []
  element = new FakeElement()
  vi.stubGlobal('MediaSource', FakeMediaSource)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:', revokeObjectURL() {} })
  // The first response is slow, until its request is aborted.
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, signal }: { headers: { range: string }; signal: AbortSignal }) => {
      const [from = 0, to = 0] = headers.range.replace('bytes=', '').split('-').map(Number)
      requests.push(from)
      urls.push(url)
      let left = to - from + 1
      const body = new ReadableStream<Uint8Array>({
        start: controller => signal.addEventListener('abort', () => controller.error(signal.reason)),
        async pull(controller) {
          if (requests.length < 2) await new Promise(resolve => setTimeout(resolve, 1))
          if (signal.aborted) return
          if (left <= 0) return controller.close()
          controller.enqueue(new Uint8Array(Math.min(100, left)))
          left -= 100
        },
      })
      return new Response(body, { status: 206 })
    },
  )
  const fragments = Array.from(
    { length: FRAGMENTS },
    (_, i) => [INIT + i * BYTES, BYTES, i * RATE] as [number, number, number],
  )
  const streamOf = ({ id }: PlayerTrack): TrackStream => {
    const url = `/${id}-${isFallback ? 'original' : chosen}`
    const mime = types[id] ?? 'audio/mp4'
    const rendition = { mime, url, init: [0, INIT] as const, primingSamples: 0, fragments }
    const gain = { track: null, album: null, trackPeak: null, albumPeak: null }
    const trueSamples = FRAGMENTS * RATE
    const index = {
      trackId: id,
      sampleRate: RATE,
      trueSamples,
      faces: [rendition],
      complete: true,
      gain,
      isFallback,
    }
    return { index, rendition, quality: chosen }
  }
  closed = new AbortController()
  source = new StreamSource({
    element: element as unknown as HTMLAudioElement,
    emit: event => events.push(event),
    play: () => {},
    signal: closed.signal,
    resolver: {
      resolveWhenOnline: async (track: PlayerTrack) => {
        if (unanswered.has(track.id)) return new Promise(() => {})
        if (isAway) throw new TypeError('Failed to fetch')
        return streamOf(track)
      },
      abandon: ({ id }: PlayerTrack) => void abandoned.push(id),
      resolve: async (track: PlayerTrack) => streamOf(track),
      get quality() {
        return chosen
      },
    } as unknown as StreamResolver,
    prefetcher: {
      take(_: PlayerTrack, { index, rendition }: TrackStream) {
        const request = planPrefetch({ index, rendition })
        return request && new PrefetchedRange(rendition.url, request)
      },
    } as unknown as Prefetcher,
  })
})
afterEach(() => {
  source.unload()
  closed.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each(Array.from({ length: 8 }, (_, i) => i))(
  'fetches from the target of a seek after the start has been fed for %d ms',
  async wait => {
    source.load({ id: 'a', durationSeconds: FRAGMENTS } as PlayerTrack, 0)
    await vi.advanceTimersByTimeAsync(wait)
    const before = requests.length
    source.seek(196)
    await vi.advanceTimersByTimeAsync(1_000)
    const from = INIT + 195 * BYTES
    const after = requests.slice(before)
    expect(after).toContain(from)
    // The initialisation segment is fetched again if it was incomplete.
    expect(after.filter(offset => offset !== 0)).toEqual([from])
    expect(after.length).toBeLessThanOrEqual(2)
  },
)

const trackOf = (id: string) => ({ id, durationSeconds: FRAGMENTS }) as PlayerTrack

/** Plays one track, with another appended behind it, and moves to a position. */
async function playUpTo(seconds: number): Promise<void> {
  element.readyState = element.HAVE_FUTURE_DATA
  source.load(trackOf('a'), 0)
  await vi.advanceTimersByTimeAsync(500)
  source.append(trackOf('b'))
  for (let at = 10; at <= seconds; at += 10) {
    element.currentTime = at
    element.dispatchEvent(new Event('timeupdate'))
    await vi.advanceTimersByTimeAsync(1_500)
  }
  element.currentTime = seconds
}

it('appends the next track again in another quality that is chosen, and leaves the current one', async () => {
  await playUpTo(185)
  expect(urls).toContain('/b-original')
  chosen = 'saver'
  urls = []
  source.append(trackOf('b'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(urls).toContain('/b-saver')
  expect(urls.filter(url => url !== '/b-saver')).toEqual([])
  urls = []
  source.append(trackOf('b'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(urls).toEqual([])
})

it('leaves the next track as it is shortly before it starts', async () => {
  await playUpTo(195)
  chosen = 'saver'
  urls = []
  source.append(trackOf('b'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(urls).not.toContain('/b-saver')
})

it('keeps what it has of a track that cannot be had in the chosen quality', async () => {
  chosen = 'saver'
  isFallback = true
  await playUpTo(185)
  expect(urls).toContain('/b-original')
  urls = []
  for (let i = 0; i < 3; i++) {
    source.append(trackOf('b'))
    await vi.advanceTimersByTimeAsync(3_000)
  }
  expect(urls).toEqual([])
})

it('leaves a next track of another type to a file if the browser cannot change the type', async () => {
  types = { b: 'audio/mpeg' }
  await playUpTo(10)
  expect(events).toContainEqual({ type: 'nextUnstreamable', track: trackOf('b') })
  expect(urls).not.toContain('/b-original')
})

it('opens a new MediaSource for a track of another type if the browser cannot change the type', async () => {
  types = { c: 'audio/mpeg' }
  await playUpTo(10)
  expect(opened).toBe(1)
  source.load(trackOf('d'), 0)
  await vi.advanceTimersByTimeAsync(500)
  expect(opened).toBe(1)
  requests = []
  source.load(trackOf('c'), 0)
  await vi.advanceTimersByTimeAsync(500)
  expect(opened).toBe(2)
  expect(element.currentTime).toBe(0)
  expect(requests.filter(from => from === 0)).toHaveLength(1)
})

it('gives up the appended track if appending it broke the MediaSource, and goes on with the current one', async () => {
  await playUpTo(195)
  element.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(events.map(describe).filter(event => !/^(position|playing|waiting)/.test(event))).toEqual([
    'nextUnstreamable b',
  ])
  expect(events.find(({ type }) => type === 'nextUnstreamable')).toHaveProperty('error')
  // The current one is to blame if it happens again.
  element.dispatchEvent(new Event('error'))
  expect(events.map(describe).at(-1)).toBe('streamingFailed a')
})

it('continues where it was after any number of attempts in vain, however long the track', async () => {
  const long = { ...trackOf('a'), durationSeconds: 36_000 }
  await playUpTo(10)
  isAway = true
  for (let attempt = 0; attempt < 400; attempt++) {
    source.load(long, 30_000)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(events.at(-1)).toMatchObject({ type: 'failed', reason: 'unreachable' })
  // A timeline has 10,000,000 s.
  expect(element.currentTime).toBeLessThan(100_000)
})

it('asks again for an index that does not arrive when the listener presses play again', async () => {
  unanswered.add('a')
  source.load(trackOf('a'), 0)
  await vi.advanceTimersByTimeAsync(1_000)
  unanswered.clear()
  source.retryNow()
  await vi.advanceTimersByTimeAsync(500)
  expect(abandoned).toEqual(['a'])
  expect(urls).toContain('/a-original')
})

it('asks again for an index that does not arrive when the page is looked at, but not at once', async () => {
  const { document } = globalThis
  unanswered.add('a')
  source.load(trackOf('a'), 0)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(abandoned).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  unanswered.clear()
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(500)
  expect(abandoned).toEqual(['a'])
  expect(urls).toContain('/a-original')
})

it('no longer waits for the index of a track once another one is pressed', async () => {
  unanswered.add('a')
  source.load(trackOf('a'), 0)
  source.load(trackOf('b'), 0)
  await vi.advanceTimersByTimeAsync(500)
  expect(abandoned).toEqual(['a'])
  expect(urls).toContain('/b-original')
  source.load(trackOf('c'), 0)
  expect(abandoned).toEqual(['a'])
})

it('says that the last track has ended even if its source has been reopened meanwhile', async () => {
  await playUpTo(0)
  source.append(null)
  for (let at = 10; at < FRAGMENTS; at += 10) {
    element.currentTime = at
    element.dispatchEvent(new Event('timeupdate'))
    await vi.advanceTimersByTimeAsync(1_500)
  }
  element.currentTime = FRAGMENTS
  element.paused = true
  element.dispatchEvent(new Event('ended'))
  expect(events.at(-1)).toEqual({ type: 'ended' })
})

it.each([429, 502, 503, 504])('reports the service as unreachable while it answers %d', async status => {
  await playUpTo(10)
  vi.stubGlobal('fetch', async () => new Response('', { status, headers: { 'retry-after': '5' } }))
  source.seek(150)
  element.readyState = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events.filter(({ type }) => type === 'unstreamable' || type === 'failed')).toMatchObject([
    { type: 'failed', reason: 'unreachable', error: { status, retryAfterSeconds: 5 } },
  ])
})

it('says that it waits while the browser is offline', async () => {
  await playUpTo(10)
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  source.seek(150)
  element.readyState = 0
  events = []
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toContainEqual({ type: 'waiting', reason: 'unreachable' })
  expect(events.map(({ type }) => type)).not.toContain('failed')
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../../state/player-state.ts'
import { FileSource } from './file-source.ts'

const NETWORK = 2
const DECODE = 3
const NOT_SUPPORTED = 4
const track = (id: string) => ({ id, audioSrc: `/audio/${id}.flac`, durationSeconds: 100 }) as PlayerTrack

/** Setting `src` resets the position; after an error the position cannot change. */
class FakeElement extends EventTarget {
  error: { code: number } | null = null
  preload = ''
  readonly HAVE_FUTURE_DATA = 3
  readyState = 4
  seeking = false
  paused = true
  ended = false
  duration = 100
  readonly plays: string[] = []
  #src = ''
  #time = 0
  get src(): string {
    return this.#src
  }
  set src(to: string) {
    this.#src = to
    this.#time = 0
    this.error = null
  }
  get currentTime(): number {
    return this.#time
  }
  set currentTime(to: number) {
    if (!this.error) this.#time = to
  }
  play = async () => {
    this.paused = false
    this.plays.push(`${this.#src} at ${this.#time}`)
  }
  pause(): void {
    this.paused = true
  }
  removeAttribute(): void {
    this.src = ''
  }
  readonly load = vi.fn()
  dispatch(type: string): void {
    this.dispatchEvent(new Event(type))
  }
  breakOff(): void {
    this.error = { code: NETWORK }
    this.dispatch('error')
  }
}

let element: FakeElement
let events: string[]
let source: FileSource
let closed: AbortController
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: NETWORK, MEDIA_ERR_DECODE: DECODE })
  create()
})

function create(): void {
  element = new FakeElement()
  events = []
  closed = new AbortController()
  source = new FileSource({
    element: element as unknown as HTMLAudioElement,
    emit(event) {
      const reason = 'reason' in event && event.reason ? ` ${event.reason}` : ''
      if (event.type !== 'position') events.push(event.type + reason)
    },
    play: () => void element.play(),
    signal: closed.signal,
  })
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start(track: PlayerTrack, position: number): void {
  source.load(track, position)
  void element.play()
}

function playTo(second: number): void {
  start(track('a'), 0)
  element.dispatch('playing')
  element.currentTime = second
}

it('continues at the same position after a broken transfer, however often it breaks', () => {
  playTo(20)
  for (const _attempt of [1, 2, 3]) {
    element.breakOff()
    vi.advanceTimersByTime(1_500)
    expect(element.plays.at(-1)).toBe('/audio/a.flac at 20')
  }
  expect(events).toEqual(['playing', 'waiting', 'waiting', 'waiting'])
})

it.each<[string, () => Response, string]>([
  ['always ends at the same byte', () => new Response('x', { status: 206 }), 'failed'],
  ['gets no answer any more', () => new Response('', { status: 502 }), 'failed unreachable'],
])('reports a track whose transfer breaks off without end: it %s', async (_what, answer, event) => {
  vi.stubGlobal('fetch', async () => answer())
  playTo(20)
  for (let attempt = 0; attempt < 20; attempt++) {
    element.breakOff()
    await vi.advanceTimersByTimeAsync(1_500)
    if (!events.at(-1)?.startsWith('waiting')) break
  }
  expect(events.at(-1)).toBe(event)
})

it('says that the browser is offline, and reports nothing then', () => {
  vi.stubGlobal('navigator', { onLine: false })
  playTo(20)
  for (let attempt = 0; attempt < 20; attempt++) {
    element.breakOff()
    vi.advanceTimersByTime(1_500)
  }
  expect(new Set(events)).toEqual(new Set(['playing', 'waiting unreachable']))
})

it('continues at the target of a seek made after the transfer broke', () => {
  playTo(20)
  element.breakOff()
  source.seek(70)
  vi.advanceTimersByTime(1_500)
  expect(element.plays.at(-1)).toBe('/audio/a.flac at 70')
})

it('forgets the position of a broken transfer when it plays again and when another track starts', () => {
  playTo(20)
  element.breakOff()
  vi.advanceTimersByTime(1_500)
  element.dispatch('playing')
  element.currentTime = 40
  element.breakOff()
  vi.advanceTimersByTime(1_500)
  expect(element.plays.at(-1)).toBe('/audio/a.flac at 40')
  element.breakOff()
  start(track('b'), 5)
  vi.advanceTimersByTime(1_500)
  expect(element.plays.at(-1)).toBe('/audio/b.flac at 5')
})

it('loads a track again that is started after its transfer broke', () => {
  const a = track('a')
  start(a, 0)
  element.breakOff()
  start(a, 0)
  expect(element.error).toBeNull()
})

/** The element cannot load the file, and the server answers a request for it. */
async function failToLoad(answer: () => Response): Promise<void> {
  vi.stubGlobal('fetch', async () => answer())
  element.error = { code: NOT_SUPPORTED }
  element.dispatch('error')
  await vi.advanceTimersByTimeAsync(0)
}

it('reports a preloaded file that cannot be played, but not while the network fails', async () => {
  source.preload(track('a'), 'metadata')
  element.breakOff()
  expect(events).toEqual([])
  source.preload(track('b'), 'metadata')
  await failToLoad(() => new Response('', { status: 404 }))
  expect(events).toEqual(['failed unusable'])
})

it.each<[string, () => Response, string]>([
  ['is gone', () => new Response('', { status: 404 }), 'failed unusable'],
  ['is of no use to the browser', () => new Response('x', { status: 206 }), 'failed unusable'],
  ['is behind a proxy without a service', () => new Response('', { status: 502 }), 'failed unreachable'],
  ['is refused by a busy service', () => new Response('', { status: 429 }), 'failed unreachable'],
  ['fails at the server', () => new Response('', { status: 500 }), 'failed'],
  [
    'gets no answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
    'failed unreachable',
  ],
])('tells why a file cannot be loaded: it %s', async (_what, answer, event) => {
  start(track('a'), 0)
  await failToLoad(answer)
  expect(events).toEqual([event])
})

it('leaves another attempt to a file that cannot be decoded: a lost output device looks the same', async () => {
  vi.stubGlobal('fetch', async () => new Response('x', { status: 206 }))
  start(track('a'), 0)
  element.error = { code: DECODE }
  element.dispatch('error')
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual(['failed'])
})

it('reports nothing about a file if another one is loaded by the time the reason is known', async () => {
  start(track('a'), 0)
  await failToLoad(() => {
    start(track('b'), 0)
    return new Response('', { status: 500 })
  })
  expect(events).toEqual([])
})

it('ends the wait after a broken transfer when the page is looked at or play is pressed', () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  create()
  const acts = [() => document.dispatchEvent(new Event('visibilitychange')), () => source.retryNow()]
  for (const act of acts) {
    playTo(20)
    for (let attempt = 0; attempt < 5; attempt++) {
      element.breakOff()
      vi.advanceTimersByTime(1_500)
    }
    element.breakOff()
    const { length } = element.plays
    act()
    vi.advanceTimersByTime(0)
    expect(element.plays).toHaveLength(length + 1)
  }
})

it('loads a file anew of which nothing arrives when the page is looked at or play is pressed', () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  create()
  const acts = [() => document.dispatchEvent(new Event('visibilitychange')), () => source.retryNow()]
  for (const act of acts) {
    playTo(20)
    element.readyState = 2
    vi.advanceTimersByTime(900)
    element.dispatch('progress')
    vi.advanceTimersByTime(900)
    const { length } = element.plays
    act()
    vi.advanceTimersByTime(0)
    expect(element.plays).toHaveLength(length)
    vi.advanceTimersByTime(200)
    act()
    vi.advanceTimersByTime(0)
    expect(element.plays.slice(length)).toEqual(['/audio/a.flac at 20'])
    element.readyState = 4
  }
})

it('tells the status of a service that is busy', async () => {
  const emit = vi.fn()
  source = new FileSource({
    element: element as unknown as HTMLAudioElement,
    emit,
    play: () => {},
    signal: closed.signal,
  })
  start(track('a'), 0)
  vi.stubGlobal('fetch', async () => new Response('', { status: 503, headers: { 'retry-after': '5' } }))
  element.error = { code: NOT_SUPPORTED }
  element.dispatch('error')
  await vi.advanceTimersByTimeAsync(0)
  const error = expect.objectContaining({ status: 503, retryAfterSeconds: 5 })
  expect(emit).toHaveBeenCalledWith({ type: 'failed', reason: 'unreachable', error })
})

it('plays a preloaded file without loading it again', () => {
  const a = track('a')
  source.preload(a, 'metadata')
  element.dispatch('playing')
  expect(events).toEqual([])
  start(a, 0)
  element.dispatch('playing')
  expect(events).toEqual(['playing'])
  expect(element.preload).toBe('auto')
})

it('loads a preloaded file again that plays without moving, and later ones at once', () => {
  const preloadAndStart = (id: string) => {
    const each = track(id)
    source.preload(each, 'metadata')
    element.load.mockClear()
    element.plays.length = 0
    start(each, 0)
    element.dispatch('playing')
  }
  preloadAndStart('moves')
  element.currentTime = 0.3
  vi.advanceTimersByTime(5_000)
  preloadAndStart('paused')
  element.pause()
  vi.advanceTimersByTime(5_000)
  preloadAndStart('loading')
  element.readyState = 2
  vi.advanceTimersByTime(5_000)
  expect(element.load).not.toHaveBeenCalled()

  preloadAndStart('stands')
  vi.advanceTimersByTime(600)
  element.readyState = 4
  element.currentTime = 0.003
  vi.advanceTimersByTime(5_000)
  expect(element.load).toHaveBeenCalledTimes(1)
  expect(element.plays).toHaveLength(2)
  preloadAndStart('next')
  expect(element.load).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_000)
  expect(element.load).toHaveBeenCalledTimes(1)
})

it('emits nothing after it was replaced', () => {
  playTo(20)
  closed.abort()
  element.dispatch('ended')
  element.breakOff()
  expect(events).toEqual(['playing'])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../../state/player-state.ts'
import { FileSource } from './file-source.ts'

const NETWORK = 2
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
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: NETWORK })
  element = new FakeElement()
  events = []
  closed = new AbortController()
  source = new FileSource({
    element: element as unknown as HTMLAudioElement,
    emit: ({ type }) => type !== 'position' && events.push(type),
    play: () => void element.play(),
    signal: closed.signal,
  })
})
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
    vi.advanceTimersByTime(15_000)
    expect(element.plays.at(-1)).toBe('/audio/a.flac at 20')
  }
  expect(events).toEqual(['playing', 'waiting', 'waiting', 'waiting'])
})

it('continues at the target of a seek made after the transfer broke', () => {
  playTo(20)
  element.breakOff()
  source.seek(70)
  vi.advanceTimersByTime(15_000)
  expect(element.plays.at(-1)).toBe('/audio/a.flac at 70')
})

it('forgets the position of a broken transfer when it plays again and when another track starts', () => {
  playTo(20)
  element.breakOff()
  vi.advanceTimersByTime(15_000)
  element.dispatch('playing')
  element.currentTime = 40
  element.breakOff()
  vi.advanceTimersByTime(15_000)
  expect(element.plays.at(-1)).toBe('/audio/a.flac at 40')
  element.breakOff()
  start(track('b'), 5)
  vi.advanceTimersByTime(15_000)
  expect(element.plays.at(-1)).toBe('/audio/b.flac at 5')
})

it('loads a track again that is started after its transfer broke', () => {
  const a = track('a')
  start(a, 0)
  element.breakOff()
  start(a, 0)
  expect(element.error).toBeNull()
})

it('reports a preloaded file that cannot be played, but not while the network fails', () => {
  source.preload(track('a'), 'metadata')
  element.breakOff()
  expect(events).toEqual([])
  source.preload(track('b'), 'metadata')
  element.error = { code: 4 }
  element.dispatch('error')
  expect(events).toEqual(['failed'])
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
  element.currentTime = 0.1
  vi.advanceTimersByTime(5_000)
  preloadAndStart('paused')
  element.pause()
  vi.advanceTimersByTime(5_000)
  preloadAndStart('loading')
  element.readyState = 2
  vi.advanceTimersByTime(5_000)
  expect(element.load).not.toHaveBeenCalled()

  element.readyState = 4
  preloadAndStart('stands')
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

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../state/player-state.ts'
import type { TrackOutput } from './track-output.ts'
import { createTwoElementOutput } from './two-element-output.ts'

const NETWORK = 2
const track = (id: string) => ({ id, audioSrc: `/audio/${id}.flac`, durationSeconds: 100 }) as PlayerTrack

/** Loading takes it back to its beginning; once its transfer has broken off it no longer moves. */
class FakeElement extends EventTarget {
  error: { code: number } | null = null
  preload = ''
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
  load(): void {}
  tell(type: string): void {
    this.dispatchEvent(new Event(type))
  }
  breakOff(): void {
    this.error = { code: NETWORK }
    this.tell('error')
  }
}

let elements: FakeElement[]
let told: string[]
let output: TrackOutput
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: NETWORK })
  elements = []
  told = []
  output = createTwoElementOutput(() => {
    const element = new FakeElement()
    elements.push(element)
    return element as unknown as HTMLAudioElement
  })
  const note = (name: string) => () => void told.push(name)
  output.attach({
    onSounding: note('sounding'),
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

const sounding = () => elements[0] as FakeElement

function playTo(second: number): void {
  output.start(track('a'), 0)
  sounding().tell('playing')
  sounding().currentTime = second
}

it('what breaks off in the middle goes on where it was, however often it breaks off', () => {
  playTo(20)
  for (const _attempt of [1, 2, 3]) {
    sounding().breakOff()
    vi.advanceTimersByTime(15_000)
    expect(sounding().plays.at(-1)).toBe('/audio/a.flac at 20')
  }
  expect(told).toEqual(['sounding', 'waiting', 'waiting', 'waiting'])
})

it('a seek before it goes on is kept', () => {
  playTo(20)
  sounding().breakOff()
  output.seek(70)
  vi.advanceTimersByTime(15_000)
  expect(sounding().plays.at(-1)).toBe('/audio/a.flac at 70')
})

it('where it broke off is forgotten once it sounds again, and by another track', () => {
  playTo(20)
  sounding().breakOff()
  vi.advanceTimersByTime(15_000)
  sounding().tell('playing')
  sounding().currentTime = 40
  sounding().breakOff()
  vi.advanceTimersByTime(15_000)
  expect(sounding().plays.at(-1)).toBe('/audio/a.flac at 40')
  sounding().breakOff()
  output.start(track('b'), 5)
  vi.advanceTimersByTime(15_000)
  expect(sounding().plays.at(-1)).toBe('/audio/b.flac at 5')
})

it('what broke off and is started by hand is asked for again', () => {
  const a = track('a')
  output.start(a, 0)
  sounding().breakOff()
  output.start(a, 0)
  expect(sounding().error).toBeNull()
})

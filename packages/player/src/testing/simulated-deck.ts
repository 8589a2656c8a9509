import type { PlayerTrack } from '../state/player-state.ts'
import { FakeDeck } from './fake-deck.ts'

/** What happens to whoever fetches or decodes a track. */
export type Condition =
  | 'good'
  | 'slow'
  | 'failing'
  | 'gone'
  | 'unreachable'
  | 'busy'
  | 'corrupt'
  | 'broken stream'
  | 'stuck'

/** The network, the server, the browser and its device. */
export interface World {
  conditionOf(track: PlayerTrack): Condition
  /** Whether the browser refuses to play now. */
  isRefusing: boolean
}

/** As a real deck notices a playhead that stands still, and gives up. */
const STUCK_SECONDS = 2.5
const GIVE_UP_SECONDS = 7
/** How far a slow or unreachable track is buffered ahead. */
const BUFFERED_SECONDS = 10
const SLOW_SECONDS = 3

/** A deck that plays simulated time, and fails as real ones do. */
export class SimulatedDeck extends FakeDeck {
  readonly #world: World
  track: PlayerTrack | null = null
  #next: PlayerTrack | null = null
  #position = 0
  isPaused = true
  #isPreloading = false
  /** Whether anything is heard. */
  isMoving = false
  #waited = 0
  #buffered = 0

  constructor(world: World) {
    super(() => true)
    this.#world = world
  }

  override get source() {
    const source = super.source
    if (!source) return undefined
    return {
      ...source,
      seek: (seconds: number) => {
        this.#position = seconds
        this.#interrupt()
      },
      append: (track: PlayerTrack | null) => {
        if (this.kind === 'file') return false
        this.#next = track
        return true
      },
    }
  }

  override load(kind: 'stream' | 'file', track: PlayerTrack, position: number): void {
    Object.assign(this, { kind, track })
    this.#next = null
    this.#position = position
    this.#isPreloading = false
    this.#interrupt()
  }

  override preloadFile(track: PlayerTrack): void {
    Object.assign(this, { kind: 'file', track, isPaused: true })
    this.#isPreloading = true
    this.#interrupt()
    const condition = this.#world.conditionOf(track)
    if (condition === 'gone' || condition === 'corrupt') this.#fail('unusable')
    else if (condition === 'failing') this.#fail()
  }

  override play = () => {
    this.isPaused = false
    if (this.#world.isRefusing) queueMicrotask(() => this.track && !this.isPaused && this.#fail('refused'))
  }

  override pause = () => {
    this.isPaused = true
    this.isMoving = false
  }

  override stop = () => {
    this.pause()
    this.track = null
  }

  /** The device or the system pauses it. */
  pauseFromOutside(): void {
    if (this.isPaused) return
    this.pause()
    this.emit({ type: 'paused' })
  }

  /** The transfer or the decoder breaks off, and everything has to be fetched again. */
  breakOff(): void {
    if (this.isMoving) this.emit({ type: 'waiting' })
    this.#interrupt()
  }

  tick(seconds: number): void {
    const { track } = this
    if (!track || this.isPaused || this.#isPreloading) return
    const condition = this.#world.conditionOf(track)
    if (condition === 'stuck') this.#standStill(seconds)
    else if (this.isMoving) this.#move(track, seconds, condition)
    else this.#begin(track, seconds, condition)
  }

  #interrupt(): void {
    this.isMoving = false
    this.#waited = 0
  }

  #fail(reason?: 'refused' | 'unreachable' | 'unusable' | 'stuck', status?: number): void {
    this.isPaused = true
    this.#interrupt()
    this.emit({
      type: 'failed',
      error: Object.assign(new Error(reason ?? '500'), { status }),
      ...(reason && { reason }),
    })
  }

  /** The media element may still say that it plays. */
  #standStill(seconds: number): void {
    const before = this.#waited
    this.#waited += seconds
    if (before < STUCK_SECONDS && this.#waited >= STUCK_SECONDS) this.emit({ type: 'waiting' })
    this.isMoving = false
    if (this.#waited >= GIVE_UP_SECONDS) this.#fail('stuck')
  }

  #begin(track: PlayerTrack, seconds: number, condition: Condition): void {
    const position = this.#position
    if (this.#waited === 0) this.emit({ type: 'waiting' })
    this.#waited += seconds
    if (condition === 'unreachable') this.#fail('unreachable', 504)
    else if (condition === 'busy') this.#fail('unreachable', 503)
    else if (condition === 'broken stream' && this.kind === 'stream')
      this.emit({ type: 'streamingFailed', track, position, error: new Error('broken') })
    else if (['failing', 'gone', 'corrupt'].includes(condition) && this.kind === 'stream')
      this.emit({ type: 'unstreamable', track, position })
    else if (condition === 'failing') this.#fail()
    else if (condition === 'gone' || condition === 'corrupt') this.#fail('unusable')
    else if (condition !== 'slow' || this.#waited >= SLOW_SECONDS) {
      this.isMoving = true
      this.#waited = 0
      this.#buffered = position + BUFFERED_SECONDS
      this.emit({ type: 'playing' })
    }
  }

  #move(track: PlayerTrack, seconds: number, condition: Condition): void {
    this.#waited = 0
    this.#position += seconds
    const duration = track.durationSeconds
    if (condition === 'good') this.#buffered = this.#position + BUFFERED_SECONDS
    else if (this.#position > this.#buffered && this.#position < duration) {
      this.breakOff()
      return
    }
    this.emit({ type: 'position', position: Math.min(this.#position, duration), duration })
    // What listens may have loaded or paused something.
    if (this.track === track && !this.isPaused && this.#position >= duration) this.#end()
  }

  #end(): void {
    const next = this.#next
    if (!next || this.kind === 'file' || this.#world.conditionOf(next) !== 'good') {
      this.isPaused = true
      this.#interrupt()
      this.emit({ type: 'ended' })
      return
    }
    this.track = next
    this.#next = null
    this.#position = 0
    this.emit({ type: 'advanced', track: next })
  }
}

import type { PlayerTrack } from '../../state/player-state.ts'
import { endHungTransfers, findFailureReason } from '../network/fetch-range.ts'
import { isOffline, onChance } from '../network/online.ts'
import type { SourceParts, TrackSource } from './source.ts'
import { watchElement } from './watch-element.ts'

/** Milliseconds within which the position of a track that plays moves. */
const MOVES_WITHIN_MS = 500
/** Seconds; at its start a position may advance a little without sound. */
const MOVED_SECONDS = 0.1
/**
 * WebKitGTK plays a file that was loaded for a while in silence first, at a position that does not move, for as long as it had been
 * loaded. That is true of the browser, not of an element: a source of another deck, or the next one of this deck, would otherwise
 * have to be silent once more to learn it. Hence for the page, and for the rest of the visit.
 */
let standsAfterPreload = false

/** A file of which nothing has arrived for so many milliseconds is loaded anew if there is a new chance. */
const HUNG_MS = 1_000
const MIN_RETRY_MS = 500
/** Longest wait: sound returns within two seconds of the first answer. */
const MAX_RETRY_MS = 1_500
/** Attempts without playing after which the track is reported; they take about ten seconds. */
const MAX_ATTEMPTS = 8

/** Plays the original file of a track. Works in every browser, with a gap of a few milliseconds between tracks. */
export class FileSource implements TrackSource {
  readonly kind = 'file'
  readonly #parts: SourceParts
  readonly #element: HTMLAudioElement
  #track: PlayerTrack | null = null
  #isPreloading = false
  /** Consecutive attempts to continue after a broken transfer. */
  #attempts = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  /** Checks that a preloaded track moves. */
  #standing: ReturnType<typeof setTimeout> | undefined
  /** Where to continue after a broken transfer; undefined once it plays. */
  #resumeAt: number | undefined
  #examination = new AbortController()
  /** When data arrived last, or was asked for. */
  #arrivedAt = 0

  constructor(parts: SourceParts) {
    this.#parts = parts
    this.#element = parts.element
    // A MediaSource on the same element disabled it.
    this.#element.disableRemotePlayback = false
    watchElement(parts.element, parts.signal, {
      isActive: () => this.#track !== null && !this.#isPreloading,
      onPlaying: () => {
        this.#resetRetry()
        parts.emit({ type: 'playing' })
      },
      onProgress: () => this.reportPosition(),
      onWaiting: () => parts.emit({ type: 'waiting' }),
      onPaused: () => parts.emit({ type: 'paused' }),
      onEnded: () => parts.emit({ type: 'ended' }),
      onError: error => this.#onError(error),
    })
    const onArrival = () => this.#noteArrival()
    parts.element.addEventListener('progress', onArrival, { signal: parts.signal })
    onChance(parts.signal, () => this.retryNow())
    parts.signal.addEventListener('abort', () => this.#examination.abort())
  }

  load(track: PlayerTrack, position: number): void {
    this.#resetRetry()
    clearTimeout(this.#standing)
    const wasPreloaded = this.#isPreloading
    this.#isPreloading = false
    this.#setTrack(track, 'auto')
    if (wasPreloaded && standsAfterPreload) this.#element.load()
    // Even a seek to the same position interrupts a preloaded element.
    if (this.#element.currentTime !== position) this.#element.currentTime = position
    if (wasPreloaded && !standsAfterPreload) this.#reloadIfStanding(position)
  }

  /** Loads a preloaded track again if it plays without moving. */
  #reloadIfStanding(position: number): void {
    const element = this.#element
    this.#standing = setTimeout(() => {
      const { paused, seeking, readyState, currentTime } = element
      if (paused || Math.abs(currentTime - position) > MOVED_SECONDS) return
      if (seeking || readyState < element.HAVE_FUTURE_DATA) {
        this.#reloadIfStanding(position)
        return
      }
      standsAfterPreload = true
      element.load()
      element.currentTime = position
      this.#parts.play()
    }, MOVES_WITHIN_MS)
  }

  /** Loads a track that another deck's track is followed by. */
  preload(track: PlayerTrack, preload: 'metadata' | 'auto'): void {
    this.#isPreloading = true
    this.#setTrack(track, preload)
  }

  append(): boolean {
    return false
  }

  seek(seconds: number): void {
    if (this.#resumeAt !== undefined) this.#resumeAt = seconds
    this.#element.currentTime = seconds
  }

  retryNow(): void {
    endHungTransfers()
    if (this.#track && !this.#isPreloading && (this.#element.error || this.#isHung)) this.#retryLater(0)
  }

  /** Whether playback waits for data, of which none arrives. */
  get #isHung(): boolean {
    const { readyState, HAVE_FUTURE_DATA } = this.#element
    return readyState < HAVE_FUTURE_DATA && performance.now() - this.#arrivedAt >= HUNG_MS
  }

  reload(): void {
    if (this.#track && !this.#isPreloading) this.#retryLater(0)
  }

  reportPosition(): void {
    if (!this.#track) return
    const { currentTime, duration } = this.#element
    this.#parts.emit({
      type: 'position',
      position: currentTime,
      duration: Number.isFinite(duration) ? duration : this.#track.durationSeconds,
    })
  }

  unload(): void {
    this.#resetRetry()
    clearTimeout(this.#standing)
    this.#element.pause()
    this.#isPreloading = false
    this.#setTrack(null, 'metadata')
  }

  #setTrack(track: PlayerTrack | null, preload: 'metadata' | 'auto'): void {
    this.#examination.abort()
    this.#examination = new AbortController()
    this.#element.preload = preload
    if (this.#track === track && !this.#element.error) return
    this.#track = track
    this.#noteArrival()
    if (track) this.#element.src = track.audioSrc
    else this.#element.removeAttribute('src')
    // Without this, an element whose source was removed keeps its connection.
    this.#element.load()
  }

  #noteArrival(): void {
    this.#arrivedAt = performance.now()
  }

  #resetRetry(): void {
    clearTimeout(this.#retry)
    this.#attempts = 0
    this.#resumeAt = undefined
  }

  #onError(error: MediaError | null): void {
    const track = this.#track
    if (!track) return
    const isNetworkError = error?.code === MediaError.MEDIA_ERR_NETWORK || isOffline()
    if (isNetworkError && !this.#isPreloading && (isOffline() || this.#attempts < MAX_ATTEMPTS)) {
      this.#retryLater()
      return
    }
    this.#track = null
    // While the network is down, an error says nothing about a preloaded track.
    if (!isNetworkError || !this.#isPreloading) void this.#report(error, track)
  }

  /** Reports an error as soon as its reason is known, unless another track is loaded by then. */
  async #report(error: MediaError | null, { audioSrc }: PlayerTrack): Promise<void> {
    const { signal } = this.#examination
    const { MEDIA_ERR_DECODE, MEDIA_ERR_NETWORK } = MediaError
    // A lost output device looks like a broken file, and a transfer that breaks off may work in another attempt.
    const mayWork = error?.code === MEDIA_ERR_DECODE || error?.code === MEDIA_ERR_NETWORK
    const found = await findFailureReason(audioSrc, signal)
    const reason = mayWork && found.reason === 'unusable' ? undefined : found.reason
    // The status of a busy service says more than the element's error.
    const cause = reason === 'unreachable' ? found.error : error
    if (!signal.aborted) this.#parts.emit({ type: 'failed', error: cause, ...(reason && { reason }) })
  }

  /** Loads the rest of a track whose transfer broke off, with backoff. */
  #retryLater(milliseconds = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** this.#attempts++)): void {
    const track = this.#track
    this.#resumeAt ??= this.#element.currentTime
    this.#parts.emit({ type: 'waiting', ...(isOffline() && { reason: 'unreachable' }) })
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      if (!track || this.#track !== track) return
      const { paused } = this.#element
      this.#noteArrival()
      this.#element.src = track.audioSrc
      this.#element.currentTime = this.#resumeAt ?? 0
      if (!paused) this.#parts.play()
    }, milliseconds)
  }
}

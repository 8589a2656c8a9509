import { type Clock, SYSTEM_CLOCK } from '../clock.ts'
import type { Deck } from '../dom/deck/deck.ts'
import type { DeckEvent } from '../output/deck-event.ts'
import { Emitter } from '../output/emitter.ts'
import type { FailureReason, Output, OutputEvent, OutputSettings } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import { BrokenStreams } from './broken-streams.ts'
import { Crossfade } from './crossfade.ts'
import { DeckPair } from './deck-pair.ts'
import { createFadingVolume } from './fading-volume.ts'
import { FilePreload } from './file-preload.ts'
import { createSequence, setCurrent } from './sequence.ts'

export interface SequencerParts {
  readonly createDeck: () => Deck
  readonly prefetch: (track: PlayerTrack) => void
  /** Whether tracks may be prefetched that are perhaps never played; by default yes. */
  readonly canPrefetchInVain?: () => boolean
  /** Whether a track can be streamed; rejects if that is unknown now. */
  readonly canStreamTrack: (track: PlayerTrack) => Promise<boolean>
  /** Whether the service answers requests for a track's file now. */
  readonly isAnswered: (track: PlayerTrack) => Promise<boolean>
  /** Whether the browser has MediaSource. */
  readonly canStream: boolean
  readonly isPageHidden: () => boolean
  readonly onSettings?: (settings: OutputSettings) => void
  readonly onDestroy?: () => void
  readonly clock?: Clock
}

/**
 * Decides which deck plays what and when. The next track is appended to the stream of the active deck (gapless),
 * preloaded as a file on the other one, or started there in time for a crossfade.
 */
export class Sequencer implements Output {
  readonly events = new Emitter<OutputEvent>()
  readonly volume
  readonly isAnswered: Output['isAnswered']
  readonly #parts: SequencerParts
  readonly #sequence = createSequence()
  readonly #decks: DeckPair
  readonly #crossfade: Crossfade
  readonly #destroyed = new AbortController()
  readonly #preload: FilePreload
  readonly #broken: BrokenStreams

  constructor(parts: SequencerParts) {
    const { clock = SYSTEM_CLOCK, prefetch } = parts
    this.#parts = parts
    this.isAnswered = parts.isAnswered
    this.#broken = new BrokenStreams(parts.canStream, () => this.#decks.active.isOnReceiver)
    this.#decks = new DeckPair(() => this.#createDeck(), clock)
    this.volume = createFadingVolume(volume => this.#decks.setVolume(volume))
    this.#crossfade = new Crossfade({
      sequence: this.#sequence,
      decks: this.#decks,
      clock,
      prefetch,
      startSilently: track => this.#decks.startSilently(track, this.#broken.kindOf(track)),
      onUnavailable: () => this.#prepareNext(),
      onFadeEnd: () => this.#prepareNext(),
    })
    this.#preload = new FilePreload({
      sequence: this.#sequence,
      decks: this.#decks,
      isOtherBusy: () => this.#crossfade.isFading || this.#crossfade.starting !== undefined,
      playsInPlace: () => parts.isPageHidden() || this.#decks.active.isOnReceiver,
    })
  }

  start(track: PlayerTrack, position: number): void {
    this.#crossfade.cancel()
    setCurrent(this.#sequence, track, position)
    this.#sequence.isPlaying = true
    const isPreloaded = this.#preload.track?.id === track.id
    if (isPreloaded) this.#decks.swap()
    this.#preload.keepOnly(null)
    const { active } = this.#decks
    active.gain.open()
    active.load(isPreloaded ? 'file' : this.#broken.kindOf(track), track, position)
    // The position that a load reports may make the player pause.
    if (this.#sequence.isPlaying) active.play()
    active.loudness.start(track)
    if (this.#sequence.settings.crossfadeSeconds > 0) this.#decks.amplify()
  }

  resume(): void {
    this.#sequence.isPlaying = true
    this.#decks.active.source?.retryNow()
    this.#decks.active.play()
  }

  pause(): void {
    this.#sequence.isPlaying = false
    this.#endFade()
    this.#decks.active.pause()
    this.#decks.active.loudness.onSilence()
  }

  seek(seconds: number): void {
    this.#endFade()
    this.#sequence.position = seconds
    this.#decks.active.source?.seek(seconds)
    this.#decks.active.loudness.onSilence()
  }

  setSettings(settings: OutputSettings): void {
    this.#sequence.settings = settings
    this.#parts.onSettings?.(settings)
    this.#decks.setSettings(settings)
    this.prepareAgain()
  }

  /** Prepares the next track again, if what it needs may have changed. */
  prepareAgain(): void {
    if (this.#sequence.current) this.#prepareNext()
  }

  setNext(track: PlayerTrack | null): void {
    if (track === this.#sequence.next) return
    this.#sequence.next = track
    this.#crossfade.reset()
    this.#prepareNext()
  }

  prefetch(track: PlayerTrack): void {
    if (this.#broken.canStream) this.#decks.active.openStream()
    if (this.#parts.canPrefetchInVain?.() ?? true) this.#parts.prefetch(track)
  }

  showReceivers(): void {
    const { current, position } = this.#sequence
    if (current && this.#decks.active.source?.kind === 'stream') this.#playFile(current, position)
    this.#decks.active.showReceivers()
  }

  stop(): void {
    this.#crossfade.cancel()
    Object.assign(this.#sequence, { current: null, next: null, isPlaying: false })
    this.#preload.release()
    this.#decks.stop()
  }

  destroy(): void {
    this.stop()
    this.#destroyed.abort()
    this.volume.destroy()
    this.#decks.destroy()
    this.#parts.onDestroy?.()
  }

  #createDeck(): Deck {
    const deck = this.#parts.createDeck()
    deck.events.subscribe(event => {
      if (deck === this.#decks.active) this.#onActiveEvent(event)
      else this.#onOtherEvent(event)
    }, this.#destroyed.signal)
    return deck
  }

  /** Makes the next track ready in the way in which it will start. */
  #prepareNext(): void {
    this.#crossfade.unschedule()
    const { upcoming } = this.#crossfade
    const following = upcoming ? null : this.#sequence.next
    const { active } = this.#decks
    this.#preload.keepOnly(following)
    active.loudness.setNext(following)
    const isFile = following !== null && this.#broken.kindOf(following) === 'file'
    const isAppended = active.source?.append(isFile ? null : following)
    if (following && active.source && (isFile || !isAppended)) void this.#prepareAfterFile(following)
    if (!upcoming) return
    if (this.#broken.canStream && !this.#crossfade.isFading) this.#decks.other.openStream()
    this.#decks.amplify()
    this.#crossfade.schedule()
  }

  /** Nothing can be appended to a file: a stream is prefetched, another file preloaded. */
  async #prepareAfterFile(track: PlayerTrack): Promise<void> {
    const isStreamable =
      this.#broken.kindOf(track) === 'stream' && (await this.#parts.canStreamTrack(track).catch(() => false))
    if (track !== this.#sequence.next || this.#crossfade.upcoming) return
    if (isStreamable) this.#parts.prefetch(track)
    else this.#preload.load(track)
  }

  #endFade(): void {
    if (this.#crossfade.cancel()) this.#prepareNext()
  }

  #onActiveEvent(event: DeckEvent): void {
    switch (event.type) {
      case 'ended':
        this.#onEnded()
        break
      case 'unstreamable':
        this.#playFile(event.track, event.position)
        break
      case 'nextUnstreamable':
        if (event.error !== undefined) this.#broken.add(event.track, event.error)
        this.#preload.load(event.track)
        break
      case 'streamingFailed':
        this.#broken.add(event.track, event.error)
        this.#playFile(event.track, event.position)
        break
      default:
        this.#apply(event)
        this.events.emit(event)
    }
  }

  /** Updates the sequence before the player receives the event. */
  #apply(event: OutputEvent): void {
    const { loudness } = this.#decks.active
    switch (event.type) {
      case 'playing':
        loudness.onPlaying()
        break
      case 'waiting':
        loudness.onSilence()
        break
      case 'paused':
        this.#sequence.isPlaying = false
        this.#endFade()
        loudness.onSilence()
        break
      case 'position':
        this.#onPosition(event.position, event.duration)
        break
      case 'advanced':
        setCurrent(this.#sequence, event.track)
        loudness.advance(event.track)
        break
      case 'failed':
        this.#sequence.isPlaying = false
        this.#crossfade.cancel()
        break
    }
  }

  /** The other deck is silent: it starts the next track for a crossfade, or holds its file. */
  #onOtherEvent(event: DeckEvent): void {
    const { starting } = this.#crossfade
    if (event.type === 'streamingFailed') this.#broken.add(event.track, event.error)
    if (event.type === 'failed' && starting) this.#onStartFailed(event.reason)
    else if (event.type === 'failed') this.#onPreloadFailed(event.reason)
    else if (event.type === 'playing' && starting) this.#advance(this.#crossfade.fade())
    else if ((event.type === 'unstreamable' || event.type === 'streamingFailed') && starting) {
      this.#decks.other.load('file', event.track, event.position)
      this.#decks.other.play()
    }
  }

  #onPosition(position: number, duration: number): void {
    this.#decks.active.loudness.onPosition(position, duration)
    Object.assign(this.#sequence, { position, duration })
    if (this.#decks.active.source?.kind === 'stream') this.#broken.onPosition(position)
    this.#crossfade.schedule()
    this.#preload.onPosition(position, duration)
  }

  #onEnded(): void {
    const late = this.#crossfade.skip()
    const track = late ?? (this.#sequence.isPlaying ? this.#preload.play() : undefined)
    if (track) this.#advance(track)
    else this.events.emit({ type: 'ended' })
    if (late) this.events.emit({ type: 'waiting' })
  }

  #advance(track: PlayerTrack | undefined): void {
    if (!track) return
    setCurrent(this.#sequence, track)
    this.events.emit({ type: 'advanced', track })
  }

  #playFile(track: PlayerTrack, position: number): void {
    this.#decks.active.load('file', track, position)
    if (this.#sequence.isPlaying) this.#decks.active.play()
    this.#prepareNext()
  }

  /**
   * The browser may refuse a second audio element, or the server may have failed once: the active deck tries again
   * when the current track ends.
   */
  #onStartFailed(reason: FailureReason | undefined): void {
    const track = this.#crossfade.exclude()
    if (!track) return
    if (reason === 'unusable') this.events.emit({ type: 'unplayable', track })
    else this.#prepareNext()
  }

  /** The active deck tries again when the current track ends, unless that is pointless. */
  #onPreloadFailed(reason: FailureReason | undefined): void {
    const track = this.#preload.release()
    if (track && reason === 'unusable') this.events.emit({ type: 'unplayable', track })
  }
}

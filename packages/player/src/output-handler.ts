import type { FailureReason, Output, OutputEvent } from './output/output.ts'
import type { OutputLoaderHandlers } from './output/output-loader.ts'
import { type Playback, type PlaybackParts, upcomingTrack } from './playback.ts'
import type { Recovery } from './recovery.ts'
import { NO_SLEEP, type SleepTimer } from './sleep-timer.ts'
import type { PlayerTrack } from './state/player-state.ts'
import { EVENT_TRANSITIONS, type StatusEvent } from './state/status-transitions.ts'
import type { Transport } from './transport.ts'

export interface OutputHandlerParts extends PlaybackParts {
  readonly playback: Playback
  readonly transport: Pick<Transport, 'pause'>
  readonly sleepTimer: SleepTimer
  readonly recovery: Recovery
}

/** Brings an output to the player's state when it is loaded, and the player's state up to date with its events. */
export class OutputHandler implements OutputLoaderHandlers {
  readonly #parts: OutputHandlerParts
  readonly #destroyed = new AbortController()
  /** The track to prefetch as soon as the output is loaded. */
  #prefetchLater: PlayerTrack | undefined

  constructor(parts: OutputHandlerParts) {
    this.#parts = parts
  }

  onLoaded(output: Output): void {
    const { state, playback, sleepTimer } = this.#parts
    output.events.subscribe(event => this.#onEvent(event), this.#destroyed.signal)
    output.volume.set(state.getState().volume)
    const fadeSeconds = sleepTimer.fadeSeconds()
    if (fadeSeconds !== null) output.volume.fadeOut(fadeSeconds)
    if (this.#prefetchLater) this.prefetch(this.#prefetchLater)
    if (!playback.isLoaded) return
    playback.startOutput()
    if (state.getState().status === 'paused') output.pause()
  }

  onFailed(error: unknown, reason?: FailureReason): void {
    const { state, playback, recovery } = this.#parts
    const { status } = state.getState()
    if (!this.#nextStatus('failed') || !playback.isLoaded) return
    playback.unload()
    // A network that is away while a track plays is no error of the page.
    if (reason !== 'unreachable' || playback.isPressed) console.error('Failed to play audio', error)
    if (status !== 'paused') recovery.onFailed(reason, error)
  }

  prefetch(track: PlayerTrack): void {
    const { loader, playback } = this.#parts
    const { output } = loader
    if (!output) {
      this.#prefetchLater = track
      return
    }
    // The quality decides what is fetched.
    playback.sendSettings(output)
    output.prefetch(track)
  }

  destroy(): void {
    this.#destroyed.abort()
  }

  #onEvent(event: OutputEvent): void {
    switch (event.type) {
      case 'position':
        this.#onPosition(event.position, event.duration)
        break
      case 'advanced':
        this.#onAdvanced(event.track)
        break
      case 'ended':
        this.#onEnded()
        break
      case 'failed':
        this.onFailed(event.error, event.reason)
        break
      case 'unplayable':
        this.#parts.playback.skipUnplayable(event.track)
        break
      case 'chance':
        this.#parts.recovery.onChance()
        break
      case 'waiting':
        this.#setStatus(event.type)
        if (event.reason) this.#parts.recovery.onOffline()
        break
      default:
        this.#setStatus(event.type)
    }
  }

  /** The status after an event; null: the event is ignored. */
  #nextStatus(event: StatusEvent) {
    return EVENT_TRANSITIONS[event][this.#parts.state.getState().status]
  }

  #setStatus(event: StatusEvent): void {
    const status = this.#nextStatus(event)
    if (status) this.#parts.state.update({ status })
    if (status && event === 'playing') this.#parts.recovery.onPlaying()
  }

  #onPosition(position: number, duration: number): void {
    const { progress, playback, sleepTimer, recovery } = this.#parts
    if (!playback.isLoaded) return
    recovery.onPosition(position)
    progress.update({ position: Math.min(Math.max(position, 0), duration), duration })
    sleepTimer.check()
  }

  #onAdvanced(track: PlayerTrack): void {
    const { state, playback, transport, recovery } = this.#parts
    const { followingTrack, sleep } = state.getState()
    const status = this.#nextStatus('advanced')
    if (!status || !playback.isLoaded) return
    // The listener chose another track, or to stop, at the last moment.
    if (followingTrack?.id !== track.id) {
      playback.unload()
      this.#onEnded()
      return
    }
    playback.advance(status, recovery.passOver())
    if (sleep.kind === 'track') transport.pause()
    this.#cancelTrackSleep()
  }

  #onEnded(): void {
    const { state, playback, recovery } = this.#parts
    const next = upcomingTrack(state.getState())
    if (!this.#nextStatus(next ? 'ended' : 'finished')) return
    // Where playback sleeps, what follows is not over.
    const notice = next || !state.getState().followingTrack ? recovery.passOver() : null
    if (next) playback.follow(next, notice)
    else {
      if (notice) state.update({ notice })
      this.#finish()
    }
  }

  /** Pauses the output, too: a track that it prepared may already play. */
  #finish(): void {
    const { progress, playback, transport } = this.#parts
    playback.unload()
    progress.update({ position: progress.getState().duration })
    transport.pause()
    this.#cancelTrackSleep()
  }

  #cancelTrackSleep(): void {
    const { state, playback } = this.#parts
    if (state.getState().sleep.kind === 'track') playback.update({ sleep: NO_SLEEP })
  }
}

import type { OutputEvents } from './output/output.ts'
import { type Playback, type PlaybackParts, upcomingTrack } from './playback.ts'
import { NO_SLEEP } from './sleep-timer.ts'
import { EVENT_TRANSITIONS, type StatusEvent } from './state/status-transitions.ts'

export interface OutputEventsParts extends Omit<PlaybackParts, 'output'> {
  readonly playback: Playback
  /** The act of pausing: at the end of what was to be the last, and for what took over after it. */
  readonly pause: () => void
  /** Called whenever the sound moves on. */
  readonly onMoved: () => void
}

/** What the player does about what its output tells. */
export function createOutputEvents({
  state,
  progress,
  playback,
  pause,
  onMoved,
}: OutputEventsParts): OutputEvents {
  /** The status an event leads to now; null: it does nothing. */
  const ledBy = (event: StatusEvent) => EVENT_TRANSITIONS[event][state.getState().status]

  function settle(event: StatusEvent): void {
    const status = ledBy(event)
    if (status) state.update({ status })
  }

  /** The track that was to be the last has ended. */
  function wake(): void {
    if (state.getState().sleep.kind === 'track') playback.update({ sleep: NO_SLEEP })
  }

  function end(): void {
    const next = upcomingTrack(state.getState())
    if (!ledBy(next ? 'ended' : 'finished')) return
    if (next) playback.start(next)
    else finish()
  }

  /** Paused for the output as well: what it made ready for afterwards may sound already. */
  function finish(): void {
    playback.unload()
    progress.update({ position: progress.getState().duration })
    pause()
    wake()
  }

  return {
    onSounding: () => settle('playing'),
    onWaiting: () => settle('waiting'),
    onPaused: () => settle('paused'),
    onPosition(position, duration) {
      if (!playback.isLoaded()) return
      progress.update({ position: Math.min(Math.max(position, 0), duration), duration })
      onMoved()
    },
    onAdvanced(track) {
      const { nextTrack, sleep } = state.getState()
      const status = ledBy('advanced')
      if (!status || !playback.isLoaded()) return
      // The listener chose otherwise at the last moment: what was chosen comes.
      if (nextTrack?.id !== track.id) {
        playback.unload()
        end()
        return
      }
      playback.advance(status)
      if (sleep.kind === 'track') pause()
      wake()
    },
    onEnded: end,
    onFailed(error) {
      const status = ledBy('failed')
      if (!status || !playback.isLoaded()) return
      playback.unload()
      console.error('Failed to play audio', error)
      state.update({ status })
    },
    onUnplayable: playback.skipUnplayable,
  }
}

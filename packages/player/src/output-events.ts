import type { OutputEvents } from './output.ts'
import { comesNext, type Playback, type PlaybackParts } from './playback.ts'
import { EVENTS, type OutputEvent } from './rules.ts'
import { WAKE } from './sleep-timer.ts'

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
  const ledBy = (event: OutputEvent) => EVENTS[event][state.getState().status]

  function settle(event: OutputEvent): void {
    const status = ledBy(event)
    if (status) state.change({ status })
  }

  /** The track that was to be the last has ended. */
  function wake(): void {
    if (state.getState().sleep.kind === 'track') playback.change({ sleep: WAKE })
  }

  function end(): void {
    const next = comesNext(state.getState())
    if (!ledBy(next ? 'ended' : 'finished')) return
    if (next) playback.begin(next)
    else finish()
  }

  /** Paused for the output as well: what it made ready for afterwards may sound already. */
  function finish(): void {
    playback.lose()
    progress.change({ position: progress.getState().duration })
    pause()
    wake()
  }

  return {
    onSounding: () => settle('sounding'),
    onWaiting: () => settle('waiting'),
    onPaused: () => settle('paused'),
    onPosition(position, duration) {
      if (!playback.isHeld()) return
      progress.change({ position: Math.min(Math.max(position, 0), duration), duration })
      onMoved()
    },
    onAdvanced(track) {
      const { nextTrack, sleep } = state.getState()
      const status = ledBy('advanced')
      if (!status || !playback.isHeld()) return
      // The listener chose otherwise at the last moment: what was chosen comes.
      if (nextTrack?.id !== track.id) {
        playback.lose()
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
      if (!status || !playback.isHeld()) return
      playback.lose()
      console.error('Failed to play audio', error)
      state.change({ status })
    },
    onUnplayable: playback.passOver,
  }
}

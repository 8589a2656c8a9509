import type { Playback, PlaybackParts } from './playback.ts'
import { gapIndex, indexBefore } from './queue/queue.ts'
import { ACTION_TRANSITIONS, type Action, TOGGLE_ACTION } from './state/status-transitions.ts'

/** The transport controls. They do nothing while idle. */
export interface Transport {
  toggle(): void
  pause(): void
  /**
   * Continues at the current position; at the end of the track, starts the following one, the next one or the same again. While it is
   * loading, what is missing is asked for at once.
   */
  resume(): void
  /** Starts the next track of the queue, wrapping at its end. */
  next(): void
  /** Starts the previous track of the queue, wrapping at its start. */
  previous(): void
  /** Seeks within the current track; clamped to its duration. */
  seekTo(seconds: number): void
  /** Seeks to a percentage of the duration, 0 to 100. */
  seekToPercent(percent: number): void
}

export function createTransport({
  loader,
  state,
  progress,
  playback,
}: PlaybackParts & { readonly playback: Playback }): Transport {
  /** The status after an action; null: the action is ignored. */
  const nextStatus = (action: Action) => ACTION_TRANSITIONS[action][state.getState().status]

  function pause(): void {
    const status = nextStatus('pause')
    if (!status) return
    state.update({ status })
    loader.output?.pause()
  }

  function resume(): void {
    const { track, nextTrack, followingTrack } = state.getState()
    const { position, duration } = progress.getState()
    const status = nextStatus('resume')
    if (!status || !track) return
    if (state.getState().status === 'loading') {
      if (playback.isLoaded) loader.output?.resume()
      else playback.retry()
      return
    }
    const known = track.durationSeconds
    // The catalogue rounds: where the last track ended in an earlier visit may seem to lie before its end, or beyond.
    const wasOver = !playback.isLoaded && !followingTrack && known && position >= known - 1
    if (wasOver || (duration > 0 && position >= duration)) {
      playback.start(followingTrack ?? nextTrack ?? track)
      return
    }
    state.update({ status })
    if (playback.isLoaded) loader.output?.resume()
    else playback.reload()
  }

  function seekTo(seconds: number): void {
    if (!nextStatus('seek') || Number.isNaN(seconds)) return
    const position = Math.min(Math.max(seconds, 0), progress.getState().duration)
    progress.update({ position })
    if (playback.isLoaded) loader.output?.seek(position)
  }

  return {
    toggle() {
      const action = TOGGLE_ACTION[state.getState().status]
      if (action === 'pause') pause()
      if (action === 'resume') resume()
    },
    pause,
    resume,
    next() {
      const { nextTrack } = state.getState()
      if (nextStatus('next') && nextTrack) playback.start(nextTrack)
    },
    previous() {
      const { queue, index, ...rest } = state.getState()
      const track = queue[indexBefore(queue, gapIndex({ ...rest, index }) ?? index, playback.unplayable)]
      if (nextStatus('previous') && track) playback.start(track)
    },
    seekTo,
    seekToPercent: percent => seekTo((percent / 100) * progress.getState().duration),
  }
}

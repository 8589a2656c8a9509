import type { Playback, PlaybackParts } from './playback.ts'
import { gapIndex, indexBefore } from './queue/queue.ts'
import { ACTION_TRANSITIONS, type Action, TOGGLE_ACTION } from './state/status-transitions.ts'

/** What the buttons of a player do with whatever is loaded. While idle they do nothing (BAR-13). */
export interface Transport {
  toggle(): void
  /** Time and progress stay where they are (ENG-07). */
  pause(): void
  /** Goes on where it was; at the end of the track, what follows starts, or else the same again. */
  resume(): void
  /** Starts what follows in the order in effect, wrapping at both ends; nothing where nothing does (PROP-44). */
  next(): void
  previous(): void
  /** Jumps to a second of the current track; clamped to its length. */
  seekTo(seconds: number): void
  /** Jumps to a percentage of the current track, 0 to 100 (BAR-06). */
  seekToPercent(percent: number): void
}

export function createTransport({
  output,
  state,
  progress,
  playback,
}: PlaybackParts & { readonly playback: Playback }): Transport {
  /** The status an act leads to now; null: it does nothing. */
  const led = (act: Action) => ACTION_TRANSITIONS[act][state.getState().status]

  function pause(): void {
    const status = led('pause')
    if (!status) return
    state.update({ status })
    output.pause()
  }

  function resume(): void {
    const { track, nextTrack } = state.getState()
    const { position, duration } = progress.getState()
    const status = led('resume')
    if (!status || !track) return
    if (duration > 0 && position >= duration) {
      playback.start(nextTrack ?? track)
      return
    }
    state.update({ status })
    if (playback.isLoaded()) output.resume()
    else playback.reload()
  }

  function seekTo(seconds: number): void {
    if (!led('seek') || Number.isNaN(seconds)) return
    const position = Math.min(Math.max(seconds, 0), progress.getState().duration)
    progress.update({ position })
    if (playback.isLoaded()) output.seek(position)
  }

  return {
    toggle() {
      const act = TOGGLE_ACTION[state.getState().status]
      if (act === 'pause') pause()
      if (act === 'resume') resume()
    },
    pause,
    resume,
    next() {
      const { nextTrack } = state.getState()
      if (led('next') && nextTrack) playback.start(nextTrack)
    },
    previous() {
      const { queue, index, ...rest } = state.getState()
      const track = queue[indexBefore(queue, gapIndex({ ...rest, index }) ?? index, playback.unplayable)]
      if (led('previous') && track) playback.start(track)
    },
    seekTo,
    seekToPercent: percent => seekTo((percent / 100) * progress.getState().duration),
  }
}

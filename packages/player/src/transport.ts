import type { Playback, PlaybackParts } from './playback.ts'
import { gapIn, preceding } from './queue.ts'
import { ACTS, type Act, TOGGLE } from './rules.ts'

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
  const led = (act: Act) => ACTS[act][state.getState().status]

  function pause(): void {
    const status = led('pause')
    if (!status) return
    state.change({ status })
    output.pause()
  }

  function resume(): void {
    const { track, nextTrack } = state.getState()
    const { position, duration } = progress.getState()
    const status = led('resume')
    if (!status || !track) return
    if (duration > 0 && position >= duration) {
      playback.begin(nextTrack ?? track)
      return
    }
    state.change({ status })
    if (playback.isHeld()) output.resume()
    else playback.reload()
  }

  function seekTo(seconds: number): void {
    if (!led('seek') || Number.isNaN(seconds)) return
    const position = Math.min(Math.max(seconds, 0), progress.getState().duration)
    progress.change({ position })
    if (playback.isHeld()) output.seek(position)
  }

  return {
    toggle() {
      const act = TOGGLE[state.getState().status]
      if (act === 'pause') pause()
      if (act === 'resume') resume()
    },
    pause,
    resume,
    next() {
      const { nextTrack } = state.getState()
      if (led('next') && nextTrack) playback.begin(nextTrack)
    },
    previous() {
      const { queue, index, ...rest } = state.getState()
      const track = queue[preceding(queue, gapIn({ ...rest, index }) ?? index, playback.unplayable)]
      if (led('previous') && track) playback.begin(track)
    },
    seekTo,
    seekToPercent: percent => seekTo((percent / 100) * progress.getState().duration),
  }
}

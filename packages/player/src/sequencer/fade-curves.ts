const POINTS = 128

/** Gain of the incoming track over time. With FADE_OUT it keeps the sum of powers constant. */
export const FADE_IN = Float32Array.from({ length: POINTS }, (_, i) =>
  Math.sin((i / (POINTS - 1)) * (Math.PI / 2)),
)
/** Gain of the outgoing track over time. */
export const FADE_OUT = FADE_IN.toReversed()

/**
 * Duration of a crossfade in seconds of real time: at most half of either track.
 * @param seconds the listener's setting
 * @param before duration of the outgoing track
 * @param after duration of the incoming track, 0 if unknown
 */
export function fadeLength(seconds: number, before: number, after: number, rate: number): number {
  const shorter = Math.min(before, after > 0 ? after : before)
  return Math.max(0, Math.min(seconds, shorter / 2 / rate))
}

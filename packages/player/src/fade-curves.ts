const POINTS = 128

/** How loud a track is that comes, step by step: together with one that goes, the power stays the same. */
export const FADE_IN = Float32Array.from({ length: POINTS }, (_, i) =>
  Math.sin((i / (POINTS - 1)) * (Math.PI / 2)),
)
/** How loud a track is that goes. */
export const FADE_OUT = FADE_IN.toReversed()

/**
 * How many seconds of the clock a fade between two tracks lasts: never more than half of either.
 * @param seconds as the listener wants it
 */
export function fadeLength(seconds: number, before: number, after: number, rate: number): number {
  const shorter = Math.min(before, after > 0 ? after : before)
  return Math.max(0, Math.min(seconds, shorter / 2 / rate))
}

const POINTS = 128

/** Gain of the incoming track over time. With FADE_OUT it keeps the sum of powers constant. */
export const FADE_IN = Float32Array.from({ length: POINTS }, (_, i) =>
  Math.sin((i / (POINTS - 1)) * (Math.PI / 2)),
)
/** Gain of the outgoing track over time. */
export const FADE_OUT = FADE_IN.toReversed()

export const SECONDS = 240
export const RATE = 44_100

/** Varying tones with noise and beats, as hard to encode as music. */
export function inventMusic(pitch: number): Float32Array {
  let seed = 1
  return Float32Array.from({ length: SECONDS * RATE }, (_, i) => {
    const t = i / RATE
    seed = (seed * 48_271) % 2_147_483_647
    const beat = Math.exp(-8 * (t % 0.5)) * (seed / 2_147_483_647 - 0.5)
    return 0.3 * Math.sin(2 * Math.PI * pitch * (220 * t + 12 * Math.sin(t))) + 0.5 * beat
  })
}

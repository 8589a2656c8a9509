/**
 * The content of the ALAC fixtures, encoded by FFmpeg: 10,000 stereo frames, loud and quiet, smooth and
 * rough, so that every mode of the codec is used.
 * @param bits 16 or 24
 */
export function alacSamples(bits: 16 | 24): Int32Array {
  const most = 2 ** (bits - 1) - 1
  let seed = 1
  return Int32Array.from({ length: 20_000 }, (_, i) => {
    const frame = i >> 1
    const part = Math.floor(frame / 2_500)
    seed = (seed * 48_271) % 2_147_483_647
    const noise = (seed / 2_147_483_647) * 2 - 1
    const wave = (((frame * (i & 1 ? 37 : 41)) % 4_001) / 2_000 - 1) * (i & 1 ? 0.7 : 0.8)
    return Math.trunc(most * [wave, noise, 0, wave * 0.01 + noise * 0.0001][part]!)
  })
}

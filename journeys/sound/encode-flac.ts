import { flacBytes } from '../../apps/server/src/testing/sounds.ts'

/** A mono FLAC file of 16 bits. */
export function flacOf(track: Float32Array): Promise<Uint8Array> {
  return flacBytes(Int16Array.from(track, sample => sample * 32_768))
}

import { AudioSample } from 'mediabunny'

const BITS = 24

/** Samples as whole numbers of 24 bits, in the upper ones of 32. @param timestamp in seconds */
export function packSample(
  planes: readonly Float32Array[],
  sampleRate: number,
  timestamp: number,
): AudioSample {
  const numberOfChannels = planes.length
  const most = 2 ** (BITS - 1) - 1
  const data = new Int32Array((planes[0]?.length ?? 0) * numberOfChannels)
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0; i < plane.length; i++) {
      const value = Math.round((plane[i] as number) * (most + 1))
      data[i * numberOfChannels + channel] = Math.max(-most - 1, Math.min(most, value)) << (32 - BITS)
    }
  }
  return new AudioSample({ format: 's32', data, numberOfChannels, sampleRate, timestamp })
}

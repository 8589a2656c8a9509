import type { DecodedAudio } from '../samples/decoded-audio.ts'

/** Every channel in 16 bits. */
export async function readSamples({ samples }: DecodedAudio): Promise<number[][]> {
  const channels: number[][] = []
  for await (const sample of samples) {
    for (let planeIndex = 0; planeIndex < sample.numberOfChannels; planeIndex++) {
      const plane = new Int16Array(sample.numberOfFrames)
      sample.copyTo(plane, { planeIndex, format: 's16-planar' })
      channels[planeIndex] ??= []
      for (const value of plane) channels[planeIndex]?.push(value)
    }
    sample.close()
  }
  return channels
}

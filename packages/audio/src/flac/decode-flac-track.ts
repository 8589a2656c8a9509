import { AudioSample } from 'mediabunny'
import type { PacketTrack } from '../rendition/mux.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { decodeFlacFrame } from './decode-flac-frame.ts'

/** "fLaC", the block header, then STREAMINFO, which has the bits per sample after 12 bytes. */
const BITS_AT = 4 + 4 + 12

/**
 * The samples of a FLAC track.
 * @throws Error if it has no header
 */
export function decodeFlacTrack({ config, packets }: PacketTrack): DecodedAudio {
  const { description, sampleRate, numberOfChannels } = config
  if (!ArrayBuffer.isView(description)) throw new Error('No FLAC header found.')
  const header = new DataView(description.buffer, description.byteOffset, description.byteLength)
  const bits = ((header.getUint16(BITS_AT) >> 4) & 31) + 1
  async function* samples(): AsyncGenerator<AudioSample> {
    let frame = 0
    for await (const { data } of packets) {
      const sounds = decodeFlacFrame(data, bits)
      const length = sounds[0]?.length ?? 0
      if (sounds.length !== numberOfChannels)
        throw new Error('The number of channels changes within the FLAC file.')
      const planes = new Int32Array(length * sounds.length)
      for (const [channel, sound] of sounds.entries()) {
        for (let i = 0; i < length; i++) planes[channel * length + i] = (sound[i] as number) << (32 - bits)
      }
      yield new AudioSample({
        format: 's32-planar',
        data: planes,
        numberOfChannels,
        sampleRate,
        timestamp: frame / sampleRate,
      })
      frame += length
    }
  }
  return { sampleRate, samples: samples() }
}

import { type AudioSample, EncodedPacketSink } from 'mediabunny'
import { openInput } from '../bytes/open-input.ts'
import { toSample } from '../mp3/decode-mp3.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'

const RATE = 48_000
const MAPPING_AT = 21

/**
 * Opens an Ogg Opus file, at 48 kHz, without removing the pre-skip.
 * @throws Error if it has no Opus stream
 */
export async function decodeOpus(path: string): Promise<DecodedAudio> {
  const { found, close } = await openInput(path, async input => {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config || (await track.getCodec()) !== 'opus') throw new Error('No Opus stream found.')
    return { head: readHead(config), sink: new EncodedPacketSink(track) }
  })
  const { head, sink } = found
  async function* samples(): AsyncGenerator<AudioSample> {
    const { OpusDecoder } = await import('opus-decoder')
    const decoder = new OpusDecoder(head.options)
    await decoder.ready
    try {
      let made = 0
      for await (const { data } of sink.packets()) {
        const { channelData, samplesDecoded } = decoder.decodeFrame(data)
        if (samplesDecoded === 0) continue
        for (const plane of channelData) if (head.gain !== 1) amplify(plane, head.gain)
        yield toSample(channelData, RATE, made)
        made += samplesDecoded
      }
    } finally {
      decoder.free()
    }
  }
  return { sampleRate: RATE, samples: samples(), [Symbol.dispose]: close }
}

function amplify(samples: Float32Array, factor: number): void {
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] as number) * factor
}

/** Identification header (RFC 7845, section 5.1). */
function readHead({ description, numberOfChannels }: AudioDecoderConfig) {
  const usual = { options: { channels: numberOfChannels, preSkip: 0 }, gain: 1 }
  if (!ArrayBuffer.isView(description) || description.byteLength < 19) return usual
  const head = Buffer.from(description.buffer, description.byteOffset, description.byteLength)
  const channels = head.readUInt8(9)
  // Output gain in 1/256 dB, which the decoder must apply.
  const gain = 10 ** (head.readInt16LE(16) / 256 / 20)
  if (head.readUInt8(18) === 0 || head.length < MAPPING_AT + channels) {
    return { options: { channels, preSkip: 0 }, gain }
  }
  const options = {
    channels,
    preSkip: 0,
    streamCount: head.readUInt8(19),
    coupledStreamCount: head.readUInt8(20),
    channelMappingTable: [...head.subarray(MAPPING_AT, MAPPING_AT + channels)],
  }
  return { options, gain }
}

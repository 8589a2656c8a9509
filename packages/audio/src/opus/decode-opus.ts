import type { AudioSample } from 'mediabunny'
import { toSample } from '../mp3/decode-mp3.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { openOpusFile } from './open-opus-file.ts'

const RATE = 48_000
const MAPPING_AT = 21

/**
 * Opens an Ogg Opus file, at 48 kHz, without removing the pre-skip.
 * @throws Error if it has no Opus stream
 */
export function decodeOpus(path: string): DecodedAudio {
  const file = openOpusFile(path)
  const head = readHead(file.config)
  async function* samples(): AsyncGenerator<AudioSample> {
    let made = 0
    for (const link of file.links) {
      for await (const channels of decodeLink(link, head)) {
        yield toSample(channels, RATE, made)
        made += channels[0]?.length ?? 0
      }
    }
  }
  return { sampleRate: RATE, samples: samples(), [Symbol.dispose]: () => file[Symbol.dispose]() }
}

async function* decodeLink(
  packets: Iterable<Uint8Array>,
  head: ReturnType<typeof readHead>,
): AsyncGenerator<Float32Array[]> {
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder(head.options)
  await decoder.ready
  try {
    for (const packet of packets) {
      const { channelData, samplesDecoded } = decoder.decodeFrame(packet)
      if (samplesDecoded === 0) continue
      for (const plane of channelData) if (head.gain !== 1) amplify(plane, head.gain)
      yield channelData
    }
  } finally {
    decoder.free()
  }
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

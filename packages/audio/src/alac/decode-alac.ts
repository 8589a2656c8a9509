import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { AudioSample, type EncodedPacket, EncodedPacketSink, Logging, LogLevel } from 'mediabunny'
import { openInput } from '../bytes/open-input.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { type AlacConfig, decodeAlacPacket, readAlacConfig } from './decode-alac-packet.ts'

const MAX_INDEX = 64 * 1024 * 1024
const CONFIG = Buffer.from('\0\0\0\x24alac\0\0\0\0', 'latin1')
const CONFIG_BYTES = 24
const MAX_BOXES = 10_000

/**
 * Opens an M4A file with Apple Lossless audio.
 * @param first sample
 * @throws Error if it has none
 */
export async function decodeAlac(path: string, first = 0): Promise<DecodedAudio> {
  const config = readAlacConfig(findConfig(path))
  // The library would log that it does not know the codec, which is decoded here.
  Logging.level = LogLevel.Errors
  const { found: track, close } = await openInput(path, async input => {
    const [first] = await input.getAudioTracks()
    if (!first) throw new Error('No audio track found.')
    return first
  })
  const { sampleRate } = config
  const sink = new EncodedPacketSink(track)
  const { packet, sample } = await findPacket(sink, first, sampleRate).catch(error => {
    close()
    throw error
  })
  const samples = decodeAll(sink, packet, config)
  return trimAudio({ sampleRate, samples, [Symbol.dispose]: close }, first - sample, Number.POSITIVE_INFINITY)
}

/** The packet that a sample is in, and the sample that it begins with: each packet can be decoded without others. */
async function findPacket(sink: EncodedPacketSink, sample: number, sampleRate: number) {
  const opening = (await sink.getFirstPacket()) ?? undefined
  const start = opening?.timestamp ?? 0
  const packet = sample > 0 ? await sink.getPacket(start + sample / sampleRate) : opening
  const found = Math.round(((packet?.timestamp ?? start) - start) * sampleRate)
  // Times in a coarse unit may name the packet behind it.
  return packet && found <= sample ? { packet, sample: found } : { packet: opening, sample: 0 }
}

async function* decodeAll(
  sink: EncodedPacketSink,
  from: EncodedPacket | undefined,
  config: AlacConfig,
): AsyncGenerator<AudioSample> {
  const { channels, sampleRate, bits } = config
  let frame = 0
  for await (const { data } of sink.packets(from)) {
    const decoded = decodeAlacPacket(config, data)
    yield new AudioSample({
      ...(bits === 16
        ? { format: 's16' as const, data: upperHalves(decoded) }
        : { format: 's32' as const, data: decoded }),
      numberOfChannels: channels,
      sampleRate,
      timestamp: frame / sampleRate,
    })
    frame += decoded.length / channels
  }
}

function upperHalves(samples: Int32Array): Int16Array<ArrayBuffer> {
  const halves = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i++) halves[i] = (samples[i] as number) >> 16
  return halves
}

/** The decoder configuration is in a box of the file's index. */
function findConfig(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const head = Buffer.alloc(16)
    let offset = 0
    for (let boxes = 0; boxes < MAX_BOXES && offset + 8 <= size; boxes++) {
      readSync(file, head, 0, head.length, offset)
      const short = head.readUInt32BE(0)
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - offset : short
      if (head.toString('latin1', 4, 8) === 'moov') {
        const index = Buffer.alloc(Math.min(length, size - offset, MAX_INDEX))
        readSync(file, index, 0, index.length, offset)
        const at = index.indexOf(CONFIG)
        if (at >= 0) return index.subarray(at + CONFIG.length, at + CONFIG.length + CONFIG_BYTES)
      }
      if (length < 8) break
      offset += length
    }
    throw new Error('No ALAC header found.')
  } finally {
    closeSync(file)
  }
}

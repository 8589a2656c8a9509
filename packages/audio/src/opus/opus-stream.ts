import type { Packet, PacketTrack } from '../rendition/mux.ts'
import { countOpusSamples } from './opus-packet.ts'

/** Samples of the packet that is inserted before an Opus track. */
const LEAD = 960
/** 20 ms of silence in each of the two coding modes of Opus. */
const SILENT_SILK = Uint8Array.of(0x08, 0x08, 0xac, 0xb3, 0x0e, 0xc6)
const SILENT_CELT = Uint8Array.of(0xf8, 0xff, 0xfe)
const FIRST_CELT_MODE = 16
const PRE_SKIP = 10
const HEAD = 19

/**
 * Opus packets as they are streamed: behind a silent one that resets the decoder.
 * @param config whose description is the identification header
 * @param close closes what the packets come from
 */
export function toOpusTrack(
  config: AudioDecoderConfig,
  packets: AsyncIterable<Uint8Array>,
  close: () => void,
): PacketTrack {
  return {
    codec: 'opus',
    mime: 'audio/mp4; codecs="opus"',
    config: withoutPreSkip(config),
    lead: LEAD,
    packets: withReset(packets),
    [Symbol.dispose]: close,
  }
}

/** Samples that the decoder outputs before the music, from an identification header (RFC 7845, section 5.1). */
export function readPreSkip(head: Uint8Array): number {
  return ((head[PRE_SKIP + 1] ?? 0) << 8) | (head[PRE_SKIP] ?? 0)
}

async function* withReset(packets: AsyncIterable<Uint8Array>): AsyncGenerator<Packet> {
  let isFirst = true
  for await (const data of packets) {
    if (isFirst) yield { data: resetPacket(data), samples: LEAD }
    // Containers may shorten the first or last packet to trim; the decoder outputs all of it.
    yield { data, samples: countOpusSamples(data) }
    isFirst = false
  }
}

/** The player trims the start; a decoder that did so as well would cut into the music. */
function withoutPreSkip(config: AudioDecoderConfig): AudioDecoderConfig {
  const given = config.description
  if (!given) return config
  const view = ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given)
  const description = view.slice()
  if (description.length >= HEAD) description.fill(0, PRE_SKIP, PRE_SKIP + 2)
  return { ...config, description }
}

/**
 * A silent packet that resets the decoder. Tracks pass through one decoder, and its remaining state would
 * crackle at the start of the next track. A change of coding mode resets it (RFC 6716, section 4.5), so this
 * packet uses the mode that the first packet does not.
 */
function resetPacket(first: Uint8Array): Uint8Array {
  return (first[0] ?? 0) >> 3 >= FIRST_CELT_MODE ? SILENT_SILK : SILENT_CELT
}

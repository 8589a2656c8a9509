import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { countOpusSamples } from '../opus/opus-packet.ts'
import type { Packet, PacketTrack } from './mux.ts'

/** Samples of the packet that is inserted before an Opus track. */
const OPUS_LEAD = 960
/** 20 ms of silence in each of the two coding modes of Opus. */
const SILENT_SILK = Uint8Array.of(0x08, 0x08, 0xac, 0xb3, 0x0e, 0xc6)
const SILENT_CELT = Uint8Array.of(0xf8, 0xff, 0xfe)
const FIRST_CELT_MODE = 16
const OPUS_PRE_SKIP = 10
const OPUS_HEAD = 19

/**
 * The packets of a FLAC, M4A or Ogg Opus file.
 * @throws Error if the file has no audio of that codec
 */
export async function openPackets(path: string, codec: 'flac' | 'aac' | 'opus'): Promise<PacketTrack> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config || (await track.getCodec()) !== codec) throw new Error(`No ${codec} stream found.`)
  const sink = new EncodedPacketSink(track)
  const rate = config.sampleRate
  async function* packets(): AsyncGenerator<Packet> {
    let usual = 0
    let isFirst = true
    for await (const { data, duration } of sink.packets()) {
      // Containers may shorten the first or last packet to trim; the decoder outputs all of it.
      usual ||= Math.round(duration * rate)
      if (codec === 'aac') yield { data, samples: usual }
      else if (codec === 'opus') {
        if (isFirst) yield { data: opusReset(data), samples: OPUS_LEAD }
        yield { data, samples: countOpusSamples(data) }
      } else yield { data, samples: Math.round(duration * rate) }
      isFirst = false
    }
    input.dispose()
  }
  const name = codec === 'aac' ? config.codec : codec
  return {
    codec,
    mime: `audio/mp4; codecs="${name}"`,
    config: codec === 'opus' ? withoutPreSkip(config) : config,
    lead: codec === 'opus' ? OPUS_LEAD : 0,
    packets: packets(),
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
  if (description.length >= OPUS_HEAD) description.fill(0, OPUS_PRE_SKIP, OPUS_PRE_SKIP + 2)
  return { ...config, description }
}

/**
 * A silent packet that resets the decoder. Tracks pass through one decoder, and its remaining state would
 * crackle at the start of the next track. A change of coding mode resets it (RFC 6716, section 4.5), so this
 * packet uses the mode that the first packet does not.
 */
function opusReset(first: Uint8Array): Uint8Array {
  return (first[0] ?? 0) >> 3 >= FIRST_CELT_MODE ? SILENT_SILK : SILENT_CELT
}

import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { toOpusTrack } from '../opus/opus-stream.ts'
import type { Packet, PacketTrack } from './mux.ts'

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
  async function* data(): AsyncGenerator<Uint8Array> {
    for await (const packet of sink.packets()) yield packet.data
    input.dispose()
  }
  async function* packets(): AsyncGenerator<Packet> {
    let usual = 0
    for await (const { data, duration } of sink.packets()) {
      // Containers may shorten the first or last packet to trim; the decoder outputs all of it.
      usual ||= Math.round(duration * rate)
      yield { data, samples: codec === 'aac' ? usual : Math.round(duration * rate) }
    }
    input.dispose()
  }
  if (codec === 'opus') return toOpusTrack(config, data())
  const name = codec === 'aac' ? config.codec : codec
  return { codec, mime: `audio/mp4; codecs="${name}"`, config, packets: packets() }
}

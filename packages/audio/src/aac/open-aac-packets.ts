import { EncodedPacketSink } from 'mediabunny'
import { openInput } from '../bytes/open-input.ts'
import { toOpusTrack } from '../opus/opus-stream.ts'
import type { Packet, PacketTrack } from './mux.ts'

/**
 * The packets of an M4A or Ogg Opus file.
 * @throws Error if the file has no audio of that codec
 */
export async function openPackets(path: string, codec: 'aac' | 'opus'): Promise<PacketTrack> {
  const { found, close } = await openInput(path, async input => {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config || (await track.getCodec()) !== codec) throw new Error(`No ${codec} stream found.`)
    return { config, sink: new EncodedPacketSink(track) }
  })
  const { config, sink } = found
  const rate = config.sampleRate
  async function* data(): AsyncGenerator<Uint8Array> {
    for await (const packet of sink.packets()) yield packet.data
  }
  async function* packets(): AsyncGenerator<Packet> {
    let usual = 0
    for await (const { data, duration } of sink.packets()) {
      // Containers may shorten the first or last packet to trim; the decoder outputs all of it.
      usual ||= Math.round(duration * rate)
      yield { data, samples: codec === 'aac' ? usual : Math.round(duration * rate) }
    }
  }
  if (codec === 'opus') return toOpusTrack(config, data(), close)
  const name = codec === 'aac' ? config.codec : codec
  return { codec, mime: `audio/mp4; codecs="${name}"`, config, packets: packets(), [Symbol.dispose]: close }
}

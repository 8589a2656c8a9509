import { EncodedPacketSink } from 'mediabunny'
import { openInput } from '../bytes/open-input.ts'
import type { Packet, PacketTrack } from '../rendition/mux.ts'

/**
 * The packets of an M4A file with AAC.
 * @throws Error if it has no AAC
 */
export async function openAacPackets(path: string): Promise<PacketTrack> {
  const { found, close } = await openInput(path, async input => {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config || (await track.getCodec()) !== 'aac') throw new Error('No AAC stream found.')
    return { config, sink: new EncodedPacketSink(track) }
  })
  const { config, sink } = found
  async function* packets(): AsyncGenerator<Packet> {
    let usual = 0
    for await (const { data, duration } of sink.packets()) {
      // Containers may shorten the first or last packet to trim; the decoder outputs all of it.
      usual ||= Math.round(duration * config.sampleRate)
      yield { data, samples: usual }
    }
  }
  const mime = `audio/mp4; codecs="${config.codec}"`
  return { codec: 'aac', mime, config, packets: packets(), [Symbol.dispose]: close }
}

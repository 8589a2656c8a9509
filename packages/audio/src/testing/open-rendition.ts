import { EncodedPacketSink } from 'mediabunny'
import { openInput } from '../bytes/open-input.ts'
import type { Packet, PacketTrack } from '../rendition/mux.ts'

/** The packets of a rendition in MP4, as a reader of its own finds them. */
export async function openRendition(path: string): Promise<PacketTrack> {
  const { found, close } = await openInput(path, async input => {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config) throw new Error('The rendition has no track.')
    return { config, sink: new EncodedPacketSink(track) }
  })
  const { config, sink } = found
  async function* packets(): AsyncGenerator<Packet> {
    for await (const { data, duration } of sink.packets()) {
      yield { data, samples: Math.round(duration * config.sampleRate) }
    }
  }
  return { codec: 'flac', mime: '', config, packets: packets(), [Symbol.dispose]: close }
}

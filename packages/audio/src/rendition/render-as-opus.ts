import { readOggPackets } from '../ogg/read-ogg-packets.ts'
import { encodeOpus, OPUS_RATE, type OpusEncoder } from '../opus/encode-opus.ts'
import { readPreSkip, toOpusTrack } from '../opus/opus-stream.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { muxPackets } from './mux.ts'
import type { RenditionUpdate } from './rendition.ts'

/** Identification and comment headers (RFC 7845, section 3). */
const HEADERS = 2
const CHANNELS_AT = 9

/**
 * Encodes audio as Opus at 48 kHz.
 * @param given the music alone, without priming and padding
 * @throws Error if there is no audio, or it cannot be read or encoded
 */
export async function renderAsOpus(
  given: DecodedAudio,
  encoder: OpusEncoder,
  output: string,
  onUpdate: (update: RenditionUpdate) => void,
): Promise<void> {
  const packets = readOggPackets(encodeOpus(given, encoder))
  const [head] = await take(packets, HEADERS)
  if (!head) throw new Error('ffmpeg has encoded nothing.')
  const config = {
    codec: 'opus',
    sampleRate: OPUS_RATE,
    numberOfChannels: head[CHANNELS_AT] as number,
    description: Uint8Array.from(head),
  }
  using track = toOpusTrack(config, packets, () => void packets.return(undefined).catch(() => {}))
  await muxPackets({ ...track, lead: (track.lead ?? 0) + readPreSkip(head) }, output, onUpdate)
}

async function take<Item>(items: AsyncIterator<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = []
  while (taken.length < count) {
    const { done, value } = await items.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

import { openFileBytes } from '../bytes/file-bytes.ts'
import { readLinkPackets } from '../ogg/link-packets.ts'
import { readLinks } from '../ogg/ogg-links.ts'

/** Identification and comment headers (RFC 7845, section 3). */
const HEADERS = 2

/** The packets of an Ogg Opus file. Whoever opened it disposes of it, which closes the file. */
export interface OpusFile extends Disposable {
  /** Its description is the identification header of the first stream. */
  readonly config: AudioDecoderConfig
  /** Those of each stream in the file, which a decoder of its own takes. */
  readonly links: readonly Iterable<Uint8Array>[]
}

/** @throws Error if the file has no Opus stream */
export function openOpusFile(path: string): OpusFile {
  const bytes = openFileBytes(path)
  try {
    const links = readLinks(bytes, bytes.size)
    const [first] = links
    const head = first && readLinkPackets(bytes, first).next().value
    if (first?.stream.codec !== 'opus' || !head) throw new Error('No Opus stream found.')
    return {
      config: {
        codec: 'opus',
        sampleRate: first.stream.sampleRate,
        numberOfChannels: first.stream.channels,
        description: Uint8Array.from(head),
      },
      links: links.map(link => withoutHeaders(readLinkPackets(bytes, link))),
      [Symbol.dispose]: () => bytes[Symbol.dispose](),
    }
  } catch (error) {
    bytes[Symbol.dispose]()
    throw error
  }
}

function* withoutHeaders(packets: Iterable<Uint8Array>): Generator<Uint8Array> {
  let seen = 0
  for (const packet of packets) if (++seen > HEADERS) yield packet
}

import { UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import { type OggPage, walkPages } from './ogg-page.ts'

const OPUS_RATE = 48_000
/** Bytes in which the first page of a stream is searched. */
const SEARCHED = 256 * 1024
const MAX_HEADER_PAGES = 4096

/** A stream of audio, as its first page says. */
export interface OggStream {
  readonly codec: 'vorbis' | 'opus'
  readonly serial: number
  readonly sampleRate: number
  readonly channels: number
  readonly preSkip: number
}

/** @throws UnreadableError if the file has none of them */
export function findStream(bytes: FileBytes): OggStream {
  for (const page of walkPages(bytes, 0, SEARCHED)) {
    if (!page.opens) break
    const stream = streamOf(bytes, page)
    if (stream) return stream
  }
  throw new UnreadableError('it holds neither Vorbis nor Opus')
}

/** The stream that a page opens; undefined if it is of another kind. */
export function streamOf(bytes: FileBytes, page: OggPage): OggStream | undefined {
  const { serial, payload } = page
  if (latin1At(bytes, payload, 7) === '\x01vorbis') {
    const head = bytes.exactly(payload, 16)
    const sampleRate = head.getUint32(12, true)
    const channels = head.getUint8(11)
    if (sampleRate === 0 || channels === 0 || sampleRate >= 2 ** 31) return undefined
    return { codec: 'vorbis', serial, sampleRate, channels, preSkip: 0 }
  }
  if (latin1At(bytes, payload, 8) === 'OpusHead') {
    const head = bytes.exactly(payload, 12)
    const channels = head.getUint8(9)
    if (channels === 0) return undefined
    return { codec: 'opus', serial, sampleRate: OPUS_RATE, channels, preSkip: head.getUint16(10, true) }
  }
  return undefined
}

/** Offset of the first audio page: headers end their page. */
export function afterHeaders(bytes: FileBytes, stream: OggStream): number {
  let missing = stream.codec === 'vorbis' ? 3 : 2
  let seen = 0
  for (const page of ownPages(bytes, stream, 0)) {
    missing -= page.segments.filter(length => length < 255).length
    if (missing <= 0) return page.end
    if (++seen > MAX_HEADER_PAGES) break
  }
  throw new UnreadableError('its Ogg headers are damaged')
}

/** The pages of a stream from an offset on. */
export function* ownPages(bytes: FileBytes, stream: OggStream, from: number): Generator<OggPage> {
  for (const page of walkPages(bytes, from)) if (page.serial === stream.serial) yield page
}

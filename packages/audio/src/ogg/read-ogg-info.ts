import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { shortId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'
import { countOpusSamples } from '../opus/opus-packet.ts'
import { lengthOf, readLinks } from './ogg-links.ts'
import { type OggPage, walkPages } from './ogg-page.ts'
import { afterHeaders, findStream, type OggStream, ownPages, streamOf } from './ogg-stream.ts'

const TAIL = 256 * 1024
/** Of a longer file with several streams, the first ones count. */
const MAX_WALKED = 96 * 1024 * 1024
const SAMPLE = 16 * 1024

/**
 * Reads the layout of Vorbis or Opus in Ogg. The length is the last granule position; the audio id is
 * computed from packets, not pages, which are renumbered when the file is retagged.
 * @throws UnreadableError if it holds neither, or no audio
 */
function readOggInfo(bytes: FileBytes): AudioInfo {
  const stream = findStream(bytes)
  const start = afterHeaders(bytes, stream)
  const first = Array.from(takeUntil(ownPages(bytes, stream, start), SAMPLE))
  const end = Array.from(walkPages(bytes, Math.max(start, bytes.size - TAIL)))
  const tail = end.filter(page => page.serial === stream.serial)
  const granule = tail.findLast(page => page.granule >= 0)?.granule
  const samples =
    granule === undefined || end.some(page => page.opens && streamOf(bytes, page))
      ? lengthOf(readLinks(bytes, MAX_WALKED))
      : granule - stream.preSkip - startOf(bytes, stream, first, tail)
  if (first.length === 0 || samples <= 0) throw new UnreadableError('it has an Ogg header, but no sound')
  return {
    codec: stream.codec,
    sampleRate: stream.sampleRate,
    channels: stream.channels,
    bitDepth: 0,
    trueSamples: samples,
    primingSamples: stream.preSkip,
    audioId: shortId(
      `${stream.codec} ${samples} `,
      payloadOf(bytes, first).subarray(0, SAMPLE),
      payloadOf(bytes, tail).subarray(-SAMPLE),
    ),
  }
}

export const oggContainer: Container = {
  mimeType: 'audio/ogg',
  matches: bytes => latin1At(bytes, 0, 4) === 'OggS',
  readInfo: readOggInfo,
  // The headers contain the tags.
  tagsEnd: bytes => afterHeaders(bytes, findStream(bytes)),
}

function* takeUntil(pages: Iterable<OggPage>, payload: number): Generator<OggPage> {
  let taken = 0
  for (const page of pages) {
    yield page
    taken += page.end - page.payload
    if (taken >= payload) return
  }
}

function payloadOf(bytes: FileBytes, pages: readonly OggPage[]): Buffer {
  return Buffer.concat(pages.map(page => bytes.read(page.payload, page.end - page.payload)))
}

/** The first granule position of an Opus stream, not 0 if it was cut from a longer one. */
function startOf(bytes: FileBytes, stream: OggStream, first: OggPage[], tail: OggPage[]): number {
  const page = first.find(candidate => candidate.granule >= 0)
  if (stream.codec !== 'opus' || !page || page.offset === tail.at(-1)?.offset) return 0
  let at = first[0]!.payload
  let samples = 0
  for (const own of first.slice(0, first.indexOf(page) + 1)) {
    at = own.payload
    let packet = at
    for (const length of own.segments) {
      at += length
      if (length === 255) continue
      samples += countOpusSamples(bytes.read(packet, 2))
      packet = at
    }
  }
  return Math.max(0, page.granule - samples)
}

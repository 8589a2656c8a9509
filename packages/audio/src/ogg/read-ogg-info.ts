import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { shortId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'
import { countOpusSamples } from '../opus/opus-packet.ts'
import { type OggPage, walkPages } from './ogg-page.ts'

const OPUS_RATE = 48_000
const TAIL = 256 * 1024
const SAMPLE = 16 * 1024
const MAX_HEADER_PAGES = 4096
const MAX_WALKED = 96 * 1024 * 1024

interface Stream {
  readonly codec: 'vorbis' | 'opus'
  readonly serial: number
  readonly sampleRate: number
  readonly channels: number
  readonly preSkip: number
}

/**
 * Reads the layout of Vorbis or Opus in Ogg. The length is the last granule position; the audio id is
 * computed from packets, not pages, which are renumbered when the file is retagged.
 * @throws UnreadableError if it holds neither, or no audio
 */
function readOggInfo(bytes: FileBytes): AudioInfo {
  const stream = findStream(bytes)
  const start = afterHeaders(bytes, stream)
  const first = Array.from(takeUntil(ownPages(bytes, stream, start), SAMPLE))
  const tail = Array.from(ownPages(bytes, stream, Math.max(start, bytes.size - TAIL)))
  const granule = tail.findLast(page => page.granule >= 0)?.granule
  const samples =
    granule === undefined ? addLinks(bytes) : granule - stream.preSkip - startOf(bytes, stream, first, tail)
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

function findStream(bytes: FileBytes): Stream {
  for (const page of walkPages(bytes, 0, TAIL)) {
    if (!page.opens) break
    const stream = streamOf(bytes, page)
    if (stream) return stream
  }
  throw new UnreadableError('it holds neither Vorbis nor Opus')
}

function streamOf(bytes: FileBytes, page: OggPage): Stream | undefined {
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
function afterHeaders(bytes: FileBytes, stream: Stream): number {
  let missing = stream.codec === 'vorbis' ? 3 : 2
  let seen = 0
  for (const page of ownPages(bytes, stream, 0)) {
    missing -= page.segments.filter(length => length < 255).length
    if (missing <= 0) return page.end
    if (++seen > MAX_HEADER_PAGES) break
  }
  throw new UnreadableError('its Ogg headers are damaged')
}

function* ownPages(bytes: FileBytes, stream: Stream, from: number): Generator<OggPage> {
  for (const page of walkPages(bytes, from)) if (page.serial === stream.serial) yield page
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
function startOf(bytes: FileBytes, stream: Stream, first: OggPage[], tail: OggPage[]): number {
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

/** Length of a chained file with several streams. */
function addLinks(bytes: FileBytes): number {
  let total = 0
  let link: Stream | undefined
  let reached = 0
  for (const page of walkPages(bytes, 0, MAX_WALKED)) {
    const opened = page.opens ? streamOf(bytes, page) : undefined
    if (opened) {
      total += reached
      link = opened
      reached = 0
    } else if (page.serial === link?.serial && page.granule >= 0) {
      reached = Math.max(0, page.granule - link.preSkip)
    }
  }
  return total + reached
}

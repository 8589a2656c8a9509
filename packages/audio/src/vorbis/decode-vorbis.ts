import { AudioSample } from 'mediabunny'
import { type FileBytes, openFileBytes } from '../bytes/file-bytes.ts'
import { readLinkPackets } from '../ogg/link-packets.ts'
import { type OggLink, readLinks } from '../ogg/ogg-links.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { createVorbisDecoder, readBlockLength } from './vorbis-decoder.ts'
import { readVorbisSetup, type VorbisSetup } from './vorbis-setup.ts'

const FULL_SCALE = 2 ** 15
/**
 * Minimum bytes of a file per sample: about those of silence on six channels. A file that claims more audio
 * would block the decoder.
 */
const MAX_SAMPLES_PER_BYTE = 4_096

/**
 * Index in Vorbis of each FLAC channel, by number of channels (Vorbis I, section 4.3.9; RFC 9639, section
 * 9.1.3). Identical up to two.
 */
const CHANNEL_ORDERS: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
}

/**
 * Opens an Ogg Vorbis file: 16 bits, channels in FLAC order. May exceed the exact length, as the last packet
 * does.
 * @param first sample; what is before it is read, not decoded
 * @throws Error if it has no Vorbis stream
 */
export function decodeVorbis(path: string, first = 0): DecodedAudio {
  const bytes = openFileBytes(path)
  try {
    const links = readLinks(bytes, bytes.size)
    const [opening] = links
    if (opening?.stream.codec !== 'vorbis') throw new Error('No Vorbis stream found.')
    const { sampleRate, channels } = opening.stream
    if (!openLink(bytes, opening)) throw new Error('No Vorbis header found.')
    const mostFrames = (bytes.size * MAX_SAMPLES_PER_BYTE) / channels
    const order = CHANNEL_ORDERS[channels] ?? Array.from({ length: channels }, (_, channel) => channel)
    async function* samples(): AsyncGenerator<AudioSample> {
      let frame = 0
      for (const planes of decodeLinks(bytes, links, first)) {
        const timestamp = frame / sampleRate
        frame += planes[0]?.length ?? 0
        if (frame > mostFrames) throw new Error('The file claims more sound than it can hold.')
        yield new AudioSample({
          format: 's16-planar',
          data: toWholeNumbers(order.map(channel => planes[channel] as Float32Array)),
          numberOfChannels: channels,
          sampleRate,
          timestamp,
        })
      }
    }
    return { sampleRate, samples: samples(), [Symbol.dispose]: () => bytes[Symbol.dispose]() }
  } catch (error) {
    bytes[Symbol.dispose]()
    throw error
  }
}

/**
 * The channels of one packet after the other; each link but the last ends with its music.
 * @param first sample of the first link that is wanted
 */
function* decodeLinks(bytes: FileBytes, links: readonly OggLink[], first: number): Generator<Float32Array[]> {
  let skipped = 0
  for (const [n, link] of links.entries()) {
    const opened = openLink(bytes, link)
    if (!opened) return
    const { setup, packets } = opened
    const decode = createVorbisDecoder(setup)
    const most = n === links.length - 1 ? Number.POSITIVE_INFINITY : link.samples
    let made = 0
    for (const packet of skipPackets(packets, setup, Math.min(most, first - skipped))) {
      if (typeof packet === 'number') {
        made = packet
        continue
      }
      const planes = decode(packet)
      const length = Math.min(planes[0]?.length ?? 0, most - made)
      const from = Math.min(length, Math.max(0, first - skipped - made))
      made += length
      if (length > from) yield planes.map(plane => plane.subarray(from, length))
    }
    skipped += made
  }
}

/**
 * Leaves out packets that end before a sample: first comes the number of samples that they would have completed, then the last
 * one of them, which overlaps with the next, and all others.
 */
function* skipPackets(
  packets: Iterable<Uint8Array>,
  setup: VorbisSetup,
  first: number,
): Generator<Uint8Array | number> {
  let before: { readonly packet: Uint8Array; readonly length: number } | undefined
  let made = 0
  let isSkipping = first > 0
  for (const packet of packets) {
    if (isSkipping) {
      const length = readBlockLength(setup, packet)
      // Damaged: it completes nothing, and the next overlaps with the one before it.
      if (length === undefined) continue
      const completed = before ? (before.length + length) / 4 : 0
      if (made + completed <= first) {
        made += completed
        before = { packet, length }
        continue
      }
      isSkipping = false
      yield made
      if (before) yield before.packet
    }
    yield packet
  }
  if (isSkipping) yield made
}

/** @returns undefined if a header is missing @throws Error if one is damaged */
function openLink(bytes: FileBytes, link: OggLink) {
  const packets = readLinkPackets(bytes, link)
  const [identification, , setup] = [packets.next().value, packets.next().value, packets.next().value]
  if (!identification || !setup) return undefined
  return { setup: readVorbisSetup(identification, setup), packets }
}

function toWholeNumbers(planes: readonly Float32Array[]): Int16Array {
  const length = planes[0]?.length ?? 0
  const numbers = new Int16Array(length * planes.length)
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0; i < length; i++) {
      const value = Math.round((plane[i] as number) * FULL_SCALE)
      numbers[channel * length + i] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, value))
    }
  }
  return numbers
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export interface Mp3Frame {
  /** Where it starts in the file. */
  readonly offset: number
  readonly data: Uint8Array
  /** Samples it decodes to, per channel. */
  readonly samples: number
  readonly sampleRate: number
  readonly channels: number
}

type Header = Omit<Mp3Frame, 'offset' | 'data'> & { length: number; kind: number; sideInfo: number }

const WINDOW = 256 * 1024
const HEADER = 4
const RATES = [44_100, 48_000, 32_000]
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/**
 * The layer III frames of a file, in order. Tags, damage and the frame that only describes the others
 * (Xing, Info, VBRI) are passed over; an incomplete last frame is left out.
 */
export function* readMp3Frames(path: string): Generator<Mp3Frame> {
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    let window: Uint8Array = new Uint8Array(0)
    let from = 0
    /** Bytes at a place of the file; fewer at its end. */
    const bytes = (offset: number, length: number): Uint8Array => {
      if (offset < from || offset + length > from + window.length) {
        const wanted = Math.max(0, Math.min(WINDOW, size - offset))
        const buffer = new Uint8Array(wanted)
        window = buffer.subarray(0, readSync(file, buffer, 0, wanted, offset))
        from = offset
      }
      return window.subarray(offset - from, offset - from + length)
    }
    let offset = skipId3(bytes(0, 10))
    let kind: number | undefined
    let first = true
    while (offset + HEADER <= size) {
      const header = readHeader(bytes(offset, HEADER))
      const isOurs = header && (kind === undefined || header.kind === kind)
      if (!isOurs || !leadsOn(header, offset, size, bytes)) {
        offset++
        continue
      }
      if (offset + header.length > size) return
      kind = header.kind
      const data = bytes(offset, header.length).slice()
      if (!first || !describesOthers(data, header)) {
        const { samples, sampleRate, channels } = header
        yield { offset, data, samples, sampleRate, channels }
      }
      first = false
      offset += header.length
    }
  } finally {
    closeSync(file)
  }
}

/** A frame is believed where another of its kind, a tag or the end of the file follows it. */
function leadsOn(
  header: Header,
  offset: number,
  size: number,
  bytes: (offset: number, length: number) => Uint8Array,
): boolean {
  const end = offset + header.length
  if (end + HEADER > size) return true
  const after = bytes(end, HEADER)
  if (readHeader(after)?.kind === header.kind) return true
  const text = String.fromCharCode(...after)
  return text.startsWith('TAG') || text === 'APET' || text.startsWith('ID3')
}

function readHeader(bytes: Uint8Array): Header | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const version = (b >> 3) & 3
  const layer = (b >> 1) & 3
  const rate = RATES[(c >> 2) & 3]
  if (a !== 0xff || b >> 5 !== 7 || version === 1 || layer !== 1 || rate === undefined) return
  const isFirst = version === 3
  const bitrate = (isFirst ? BITRATES_1 : BITRATES_2)[c >> 4]
  if (!bitrate) return
  const sampleRate = isFirst ? rate : version === 2 ? rate / 2 : rate / 4
  const samples = isFirst ? 1152 : 576
  const length = Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + ((c >> 1) & 1)
  const channels = d >> 6 === 3 ? 1 : 2
  const sideInfo = isFirst ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17
  return { length, samples, sampleRate, channels, kind: (version << 8) | ((c >> 2) & 3), sideInfo }
}

function describesOthers(data: Uint8Array, header: Header): boolean {
  const at = (offset: number) => String.fromCharCode(...data.subarray(offset, offset + 4))
  const tag = at(HEADER + header.sideInfo)
  return tag === 'Xing' || tag === 'Info' || at(HEADER + 32) === 'VBRI'
}

/** Where the sound may start: after an ID3v2 tag, whose length is written in seven bits a byte. */
function skipId3(bytes: Uint8Array): number {
  const [i, d, three, , , , a = 0, b = 0, c = 0, e = 0] = bytes
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) return 0
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (e & 127)
}

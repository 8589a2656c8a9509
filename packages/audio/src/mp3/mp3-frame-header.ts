const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES = [44_100, 48_000, 32_000]
const LAYER_3 = 1
const MPEG_1 = 3

/** Header of a layer III frame. */
export interface Mp3FrameHeader {
  readonly sampleRate: number
  readonly channels: number
  /** Samples per channel. */
  readonly samples: number
  /** Length of the frame in bytes. */
  readonly length: number
  /** Offset of the main data, where a Xing header would be. */
  readonly sideEnd: number
}

/** Parses the four bytes at `at` as the header of a layer III frame. */
export function parseMp3FrameHeader(bytes: Uint8Array, at: number): Mp3FrameHeader | undefined {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0 || at + 4 > bytes.length) return undefined
  const version = (bytes[at + 1]! >> 3) & 3
  const layer = (bytes[at + 1]! >> 1) & 3
  const bitrate = (version === MPEG_1 ? BITRATES_1 : BITRATES_2)[bytes[at + 2]! >> 4]
  const rate = RATES[(bytes[at + 2]! >> 2) & 3]
  if (version === 1 || layer !== LAYER_3 || !bitrate || !rate) return undefined
  const sampleRate = version === MPEG_1 ? rate : version === 2 ? rate / 2 : rate / 4
  const samples = version === MPEG_1 ? 1152 : 576
  const padding = (bytes[at + 2]! >> 1) & 1
  const mono = bytes[at + 3]! >> 6 === 3
  const side = version === MPEG_1 ? (mono ? 17 : 32) : mono ? 9 : 17
  return {
    sampleRate,
    channels: mono ? 1 : 2,
    samples,
    length: Math.floor((samples * bitrate * 125) / sampleRate) + padding,
    sideEnd: 4 + side,
  }
}

/** Whether two frames can belong to one stream: same rate and version. */
export function isSameStream(a: Mp3FrameHeader, b: Mp3FrameHeader): boolean {
  return a.sampleRate === b.sampleRate && a.samples === b.samples
}

import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'
import { isSameStream, type Mp3FrameHeader, parseMp3FrameHeader } from './mp3-frame-header.ts'
import { walkMp3Frames } from './walk-mp3-frames.ts'

/** Decoder delay of layer III in samples. */
const DECODER_DELAY = 529
/** Bytes in which the first frame is searched: nearly always it is at their start, and few files need the larger number. */
const SEARCHED = [8 * 1024, 512 * 1024]
/** Frames are counted up to this many bytes and extrapolated beyond. */
const MAX_WALKED = 96 * 1024 * 1024

/**
 * Reads an MP3's layout. The length comes from a Xing or Info header (frame count, delay, padding); without
 * one, or if the file is shorter than it says, frames are counted.
 * @throws UnreadableError if there is no MP3 frame
 */
function readMp3Info(bytes: FileBytes): AudioInfo {
  const start = leadingTagsEnd(bytes)
  const end = trailingTagsStart(bytes, start)
  const first = findFrame(bytes, start, end)
  const { frame, offset } = first
  const info = readInfo(bytes, first)
  const music = info ? offset + frame.length : offset
  const whole = info !== undefined && fits(info, offset, end, frame)
  const frames = whole ? info.frames : countFrames(bytes, music, end, frame)
  const priming = info?.delay === undefined ? 0 : info.delay + DECODER_DELAY
  const cut = whole ? (info.delay ?? 0) + (info.padding ?? 0) : priming
  return {
    codec: 'mp3',
    sampleRate: frame.sampleRate,
    channels: frame.channels,
    bitDepth: 0,
    trueSamples: Math.max(0, frames * frame.samples - cut),
    primingSamples: priming,
    audioId: computeAudioId(bytes, 'mp3', offset, end),
  }
}

export const mp3Container: Container = {
  mimeType: 'audio/mpeg',
  matches: () => true,
  readInfo: readMp3Info,
}

interface Found {
  readonly frame: Mp3FrameHeader
  readonly offset: number
}

function findFrame(bytes: FileBytes, start: number, end: number): Found {
  for (const length of SEARCHED) {
    const found = findFrameWithin(bytes, start, Math.min(length, end - start), end)
    if (found) return found
  }
  throw new UnreadableError('no sound of a known kind was found in it')
}

/** The first frame that is followed by another of its kind or the end of the file. */
function findFrameWithin(bytes: FileBytes, start: number, length: number, end: number): Found | undefined {
  const searched = bytes.read(start, length)
  for (let at = 0; at + 4 <= searched.length; at++) {
    if (searched[at] !== 0xff) continue
    const frame = parseMp3FrameHeader(searched, at)
    if (!frame) continue
    const next = start + at + frame.length
    if (next === end) return { frame, offset: start + at }
    const follower = parseMp3FrameHeader(bytes.read(next, 4), 0)
    if (follower && isSameStream(frame, follower)) return { frame, offset: start + at }
  }
  return undefined
}

interface Info {
  readonly frames: number
  /** Bytes from the header's frame to the end of the audio, 0 if the header does not say. */
  readonly bytes: number
  readonly delay?: number
  readonly padding?: number
}

/** The Xing, Info or VBRI header that encoders write into a silent first frame. */
function readInfo(bytes: FileBytes, { frame, offset }: Found): Info | undefined {
  const vbri = offset + 36
  if (latin1At(bytes, vbri, 4) === 'VBRI' && bytes.size >= vbri + 18) {
    const view = bytes.exactly(vbri, 18)
    return { frames: view.getUint32(14), bytes: view.getUint32(10) }
  }
  const xing = offset + frame.sideEnd
  if (!['Xing', 'Info'].includes(latin1At(bytes, xing, 4)) || bytes.size < xing + 8) return undefined
  const flags = bytes.exactly(xing + 4, 4).getUint32(0)
  let at = xing + 8
  const number = (flag: number) => {
    if ((flags & flag) === 0 || bytes.size < at + 4) return 0
    at += 4
    return bytes.exactly(at - 4, 4).getUint32(0)
  }
  const frames = number(1)
  const length = number(2)
  at += (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0)
  if (!/^(LAME|Lavf|Lavc)/.test(latin1At(bytes, at, 4)) || bytes.size < at + 24)
    return { frames, bytes: length }
  const packed = bytes.exactly(at + 20, 4).getUint32(0) & 0xffffff
  return { frames, bytes: length, delay: packed >> 12, padding: packed & 0xfff }
}

/** Whether the header is plausible: the file has the length and the room for its frames. */
function fits(info: Info, offset: number, end: number, frame: Mp3FrameHeader): boolean {
  const region = end - offset
  if (info.frames === 0 || info.frames * 24 > region) return false
  if (info.frames * frame.samples <= (info.delay ?? 0) + (info.padding ?? 0)) return false
  if (info.bytes === 0) return true
  return info.bytes <= region && region - info.bytes <= 4096 + info.bytes / 20
}

function countFrames(bytes: FileBytes, start: number, end: number, like: Mp3FrameHeader): number {
  const until = Math.min(end, start + MAX_WALKED)
  let frames = 0
  for (const _ of walkMp3Frames(bytes, start, until, like)) frames++
  return end > until ? Math.round((frames * (end - start)) / (until - start)) : frames
}

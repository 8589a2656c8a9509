import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd } from '../bytes/tag-regions.ts'
import { readIsrc } from '../tags/read-isrc.ts'
import { type CueSheet, type CueTrack, MAX_TRACKS } from './cue-sheet.ts'

const MAX_BLOCKS = 4_096
const CUESHEET = 5
/** Catalogue number, lead-in, flags and reserved bytes, before the number of tracks (RFC 9639, section 8.7). */
const TRACKS_AT = 128 + 8 + 1 + 258
const TRACK_BYTES = 8 + 1 + 12 + 1 + 13 + 1
const INDEX_BYTES = 8 + 1 + 3
/** The last track is none. */
const LEAD_OUTS = [170, 255]

/** The CUESHEET block of a FLAC file, which has no names; undefined if there is none. @throws UnreadableError if it is cut off */
export function readCueBlock(bytes: FileBytes, sampleRate: number): CueSheet | undefined {
  const start = leadingTagsEnd(bytes)
  if (latin1At(bytes, start, 4) !== 'fLaC') return undefined
  let offset = start + 4
  for (let seen = 0; seen < MAX_BLOCKS; seen++) {
    const head = bytes.exactly(offset, 4).getUint32(0)
    offset += 4
    if (((head >>> 24) & 0x7f) === CUESHEET) return readTracks(bytes, offset, sampleRate)
    if (head >>> 31 === 1) return undefined
    offset += head & 0xffffff
  }
  return undefined
}

function readTracks(bytes: FileBytes, block: number, sampleRate: number): CueSheet {
  const count = bytes.exactly(block + TRACKS_AT, 1).getUint8(0)
  const tracks: CueTrack[] = []
  let offset = block + TRACKS_AT + 1
  for (let n = 0; n < Math.min(count, MAX_TRACKS + 1); n++) {
    const head = bytes.exactly(offset, TRACK_BYTES)
    const [number, indexes] = [head.getUint8(8), head.getUint8(TRACK_BYTES - 1)]
    const isrc = readIsrc(latin1At(bytes, offset + 9, 12))
    const begin = Number(head.getBigUint64(0)) + findStart(bytes, offset + TRACK_BYTES, indexes)
    offset += TRACK_BYTES + indexes * INDEX_BYTES
    if (LEAD_OUTS.includes(number)) continue
    tracks.push({
      ...{ number, isAudio: head.getUint8(21) >> 7 === 0, title: '', performer: '' },
      isrc,
      ...{ trackGain: null, trackPeak: null, start: begin / sampleRate },
    })
  }
  return {
    ...{ title: '', performer: '', genre: '', date: '', disc: 0, albumGain: null, albumPeak: null },
    files: [{ name: '', tracks }],
  }
}

/** The offset of INDEX 01 in its track; 0 for a track without one. */
function findStart(bytes: FileBytes, at: number, indexes: number): number {
  for (let n = 0; n < indexes; n++) {
    const index = bytes.exactly(at + n * INDEX_BYTES, INDEX_BYTES)
    if (index.getUint8(8) === 1) return Number(index.getBigUint64(0))
  }
  return 0
}

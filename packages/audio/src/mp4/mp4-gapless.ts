import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import { type Box, findBox, type Mp4Track, readBoxes } from './mp4-box.ts'

/** Range of the music within the decoded samples, in the track's ticks. */
export interface Gapless {
  readonly priming: number
  readonly length: number
}

/** iTunSMPB is exact and takes precedence; then the edit list; otherwise everything is music. */
export function readGapless(bytes: FileBytes, moov: Box, track: Mp4Track, ticks: number): Gapless {
  return (
    fromITunes(bytes, moov, ticks) ?? fromEditList(bytes, moov, track, ticks) ?? { priming: 0, length: ticks }
  )
}

function fromITunes(bytes: FileBytes, moov: Box, ticks: number): Gapless | undefined {
  const meta = findBox(bytes, moov, 'udta', 'meta')
  if (!meta) return undefined
  const list = readBoxes(bytes, meta.start + 4, meta.end).find(box => box.type === 'ilst')
  if (!list) return undefined
  for (const item of readBoxes(bytes, list.start, list.end)) {
    if (item.type !== '----') continue
    const name = findBox(bytes, item, 'name')
    const data = findBox(bytes, item, 'data')
    if (!name || !data || latin1At(bytes, name.start + 4, 8) !== 'iTunSMPB') continue
    const words = latin1At(bytes, data.start + 8, Math.min(256, data.end - data.start - 8))
      .trim()
      .split(/\s+/)
    const [priming, , length] = words.slice(1).map(word => Number.parseInt(word, 16))
    if (priming === undefined || !length || !(priming + length <= ticks)) return undefined
    return { priming, length }
  }
  return undefined
}

function fromEditList(bytes: FileBytes, moov: Box, track: Mp4Track, ticks: number): Gapless | undefined {
  const list = findBox(bytes, track.trak, 'edts', 'elst')
  const header = findBox(bytes, moov, 'mvhd')
  if (!list || !header) return undefined
  const long = bytes.exactly(list.start, 1).getUint8(0) === 1
  const longHeader = bytes.exactly(header.start, 1).getUint8(0) === 1
  const movieScale = bytes.exactly(header.start + (longHeader ? 20 : 12), 4).getUint32(0)
  const size = long ? 20 : 12
  for (let at = list.start + 8; at + size <= list.end; at += size) {
    const edit = bytes.exactly(at, size)
    const start = long ? Number(edit.getBigInt64(8)) : edit.getInt32(4)
    // A start of -1 inserts silence.
    if (start < 0) continue
    const rest = ticks - start
    const shown = long ? Number(edit.getBigUint64(0)) : edit.getUint32(0)
    const length = (shown * track.timescale) / (movieScale || track.timescale)
    // Durations in the movie's coarser timescale may be off by one tick: then the packets are right.
    const tick = track.timescale / (movieScale || track.timescale)
    if (rest <= 0) return undefined
    return { priming: start, length: shown === 0 || length >= rest - tick ? rest : Math.round(length) }
  }
  return undefined
}

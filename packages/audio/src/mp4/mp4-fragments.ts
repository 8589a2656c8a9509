import type { FileBytes } from '../bytes/file-bytes.ts'
import { type Box, findBox, readBoxes } from './mp4-box.ts'

const MAX_PACKETS = 2_000_000

/** The durations of all packets of a fragmented file, in ticks. */
export function addFragments(bytes: FileBytes, moov: Box, fragments: readonly Box[]): number {
  const usual = findBox(bytes, moov, 'mvex', 'trex')
  const fallback =
    usual && usual.end - usual.start >= 16 ? bytes.exactly(usual.start + 12, 4).getUint32(0) : 0
  let ticks = 0
  let packets = 0
  for (const fragment of fragments) {
    const part = findBox(bytes, fragment, 'traf')
    if (!part) continue
    const each = defaultDuration(bytes, part) ?? fallback
    for (const run of readBoxes(bytes, part.start, part.end)) {
      if (run.type !== 'trun' || run.end - run.start < 8) continue
      const read = addRun(bytes, run, each, MAX_PACKETS - packets)
      ticks += read.ticks
      packets += read.packets
    }
  }
  return ticks
}

function defaultDuration(bytes: FileBytes, part: Box): number | undefined {
  const head = findBox(bytes, part, 'tfhd')
  if (!head || head.end - head.start < 8) return undefined
  const flags = bytes.exactly(head.start, 4).getUint32(0) & 0xffffff
  if ((flags & 8) === 0) return undefined
  const at = head.start + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
  return at + 4 <= head.end ? bytes.exactly(at, 4).getUint32(0) : undefined
}

function addRun(bytes: FileBytes, run: Box, each: number, most: number) {
  const head = bytes.exactly(run.start, 8)
  const flags = head.getUint32(0) & 0xffffff
  const packets = Math.min(head.getUint32(4), most)
  if ((flags & 0x100) === 0) return { ticks: packets * each, packets }
  const size = [0x100, 0x200, 0x400, 0x800].filter(flag => flags & flag).length * 4
  const start = run.start + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  const present = Math.min(packets, Math.floor((run.end - start) / size))
  let ticks = 0
  for (let n = 0; n < present; n++) ticks += bytes.exactly(start + n * size, 4).getUint32(0)
  return { ticks, packets: present }
}

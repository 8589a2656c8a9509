import type { Note, Score } from '../compose/score.ts'
import { type Bus, clearBus, createBus, SAMPLE_RATE, scratchChannel } from './bus.ts'
import { addEcho } from './echo.ts'
import { addReverb } from './reverb.ts'

/** Longest release of any instrument, in seconds. */
const LONGEST_TAIL = 5
/** Excerpts start on a multiple of this many samples, so that modulated effects update at the same samples as in the whole piece. */
const GRID = 4096

/** Mixes `length` samples of a score from sample `start` (a multiple of the grid), without mastering. */
export function mixScore(score: Score, start: number, length: number): Bus {
  const mix = createBus(start, length)
  const whole = { left: scratchChannel(0, length), right: scratchChannel(1, length), start }
  const reverb = scratchChannel(2, length)
  const echo = scratchChannel(3, length)
  for (const part of score.parts) {
    const gain = 10 ** (part.level / 20)
    for (const [from, to] of findActiveRanges(part.notes, start, length)) {
      const bus = {
        left: whole.left.subarray(from, to),
        right: whole.right.subarray(from, to),
        start: start + from,
      }
      clearBus(bus)
      for (const note of part.notes) if (isAudible(note, bus)) part.instrument(bus, note)
      for (const effect of part.effects ?? []) effect(bus)
      addBus(mix, bus, from, gain)
      addToSend(reverb, bus, from, gain * part.reverb * 0.5)
      addToSend(echo, bus, from, gain * (part.echo ?? 0) * 0.5)
    }
  }
  if (score.echo) {
    clearBus(whole)
    addEcho(echo, whole.left, whole.right, score.echo)
    addBus(mix, whole, 0, 1)
    addToSend(reverb, whole, 0, 0.18)
  }
  addReverb(reverb, mix.left, mix.right, score.space)
  for (const effect of score.effects ?? []) effect(mix)
  return mix
}

/** Ranges of the window in which a part is audible; the rest is skipped. */
function findActiveRanges(
  notes: readonly Note[],
  start: number,
  length: number,
): [from: number, to: number][] {
  const sorted = [...notes].sort((a, b) => a.at - b.at)
  const ranges: [number, number][] = []
  for (const note of sorted) {
    const from = Math.floor((note.at * SAMPLE_RATE) / GRID) * GRID - start
    const to = Math.ceil((note.at + note.length + LONGEST_TAIL) * SAMPLE_RATE) - start
    const last = ranges.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges
    .map(([from, to]): [number, number] => [Math.max(0, from), Math.min(length, to)])
    .filter(([from, to]) => from < to)
}

function isAudible(note: Note, bus: Bus): boolean {
  const from = bus.start / SAMPLE_RATE
  return note.at < from + bus.left.length / SAMPLE_RATE && note.at + note.length + LONGEST_TAIL > from
}

function addBus(mix: Bus, bus: Bus, offset: number, gain: number): void {
  const { left, right } = mix
  for (let i = 0; i < bus.left.length; i++) {
    left[i + offset] = left[i + offset]! + bus.left[i]! * gain
    right[i + offset] = right[i + offset]! + bus.right[i]! * gain
  }
}

function addToSend(target: Float32Array, bus: Bus, offset: number, share: number): void {
  if (share === 0) return
  const { left, right } = bus
  for (let i = 0; i < left.length; i++)
    target[i + offset] = target[i + offset]! + (left[i]! + right[i]!) * share
}

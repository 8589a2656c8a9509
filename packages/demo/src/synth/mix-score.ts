import { type Bus, clearBus, createBus, SAMPLE_RATE } from './bus.ts'
import { addEcho } from './echo.ts'
import { addReverb } from './reverb.ts'
import type { Part, Score } from './score.ts'

/** Longest sound after a note's end; notes that ended earlier cannot be heard any more. */
const LONGEST_TAIL = 8

/** Renders a stretch of a score, from sample `start` for `length` samples, before loudness is set. */
export function mixScore(score: Score, start: number, length: number): Bus {
  const mix = createBus(start, length)
  const bus = createBus(start, length)
  const reverb = new Float32Array(length)
  const echo = new Float32Array(length)
  for (const part of score.parts) {
    if (part.notes.length === 0) continue
    clearBus(bus)
    playPart(part, bus)
    for (const effect of part.effects ?? []) effect(bus)
    const gain = 10 ** (part.level / 20)
    add(mix, bus, gain, reverb, part.reverb * 0.5, echo, (part.echo ?? 0) * 0.5)
  }
  if (score.echo) {
    clearBus(bus)
    addEcho(echo, bus.left, bus.right, score.echo)
    add(mix, bus, 1, reverb, 0.18, echo, 0)
  }
  addReverb(reverb, mix.left, mix.right, score.space)
  for (const effect of score.effects ?? []) effect(mix)
  return mix
}

function playPart(part: Part, bus: Bus): void {
  const from = bus.start / SAMPLE_RATE - LONGEST_TAIL
  const to = (bus.start + bus.left.length) / SAMPLE_RATE
  for (const note of part.notes) {
    if (note.at < to && note.at + note.length > from) part.instrument(bus, note)
  }
}

function add(
  mix: Bus,
  bus: Bus,
  gain: number,
  reverb: Float32Array,
  reverbShare: number,
  echo: Float32Array,
  echoShare: number,
): void {
  const { left, right } = mix
  const fromLeft = bus.left
  const fromRight = bus.right
  for (let i = 0; i < left.length; i++) {
    const l = fromLeft[i]! * gain
    const r = fromRight[i]! * gain
    left[i] = left[i]! + l
    right[i] = right[i]! + r
    reverb[i] = reverb[i]! + (l + r) * reverbShare
    echo[i] = echo[i]! + (l + r) * echoShare
  }
}

import { compose } from '../compose/compose.ts'
import { countSamples, type Recipe } from '../compose/recipe.ts'
import { type Bus, SAMPLE_RATE } from '../mixing/bus.ts'
import { amplifyAndLimit, findGain, removeRumble } from '../mixing/master.ts'
import { mixScore } from '../mixing/mix-score.ts'

/** The part of a longer piece that makes up one track. */
export interface AudioRange {
  /** First sample and the sample after the last. */
  from: number
  to: number
  /** Gain of the whole piece in decibels. */
  gain: number
  /** Loudness of this part with that gain, in LUFS. */
  loudness: number
}

/** Samples rendered before the range, so that echo and reverb have built up as in the whole piece. */
const RUN_UP = 20 * SAMPLE_RATE
/** Samples rendered after the range, for the limiter's lookahead. */
const RUN_OUT = 4096
/** Rendering starts on a multiple of this many samples, on which all effects update. */
const GRID = 4096

/** Renders and masters a recipe, or a range of it. */
export function renderAudio(recipe: Recipe, range?: AudioRange): Bus {
  const score = compose(recipe)
  const total = countSamples(recipe)
  const from = range?.from ?? 0
  const to = range?.to ?? total
  const start = Math.max(0, Math.floor((from - RUN_UP) / GRID) * GRID)
  const bus = mixScore(score, start, Math.min(total, to + RUN_OUT) - start)
  removeRumble(bus)
  fade(bus, score.fadeIn, score.fadeOut, total)
  const limiterGain = amplifyAndLimit(bus, range?.gain ?? findGain(bus))
  // A hard-working limiter costs loudness: correct it once.
  if (!range && limiterGain < 0.66) amplifyAndLimit(bus, findGain(bus))
  return {
    left: bus.left.subarray(from - start, to - start),
    right: bus.right.subarray(from - start, to - start),
    start: from,
  }
}

function fade(bus: Bus, fadeIn: number, fadeOut: number, total: number): void {
  const rise = Math.max(1, Math.round(fadeIn * SAMPLE_RATE))
  const fall = Math.max(1, Math.round(fadeOut * SAMPLE_RATE))
  for (let i = 0; i < bus.left.length; i++) {
    const at = bus.start + i
    let gain = 1
    if (at < rise) gain = at / rise
    else if (at >= total - fall) gain = ((total - at) / fall) ** 1.5
    else {
      // Skip to the fade-out.
      i = Math.max(i, total - fall - bus.start - 1)
      continue
    }
    bus.left[i] = bus.left[i]! * gain
    bus.right[i] = bus.right[i]! * gain
  }
}

import { compose } from './compose/compose.ts'
import { type Recipe, recipeSamples } from './compose/recipe.ts'
import { type Bus, SAMPLE_RATE } from './synth/bus.ts'
import { amplifyAndLimit, clean, findGain } from './synth/master.ts'
import { mixScore } from './synth/mix-score.ts'

/** A stretch of a piece that is cut into several tracks. */
export interface Cut {
  /** First sample and the sample after the last. */
  from: number
  to: number
  /** Gain in decibels that brings the whole piece to the target loudness, measured once. */
  gain: number
  /** Loudness of this stretch with that gain, in LUFS. */
  loudness: number
}

/** How long before a cut rendering begins, so that echoes and rooms are as full as in the whole piece. */
const RUN_UP = 20 * SAMPLE_RATE
/** What follows a cut and can still change it: the limiter's lookahead. */
const RUN_OUT = 4096
/** Effects work something out anew every so many samples of the piece; a stretch begins on one of those. */
const GRID = 4096

/** Renders a recipe, or the stretch of it that a cut names, finished and at its loudness. */
export function renderSound(recipe: Recipe, cut?: Cut): Bus {
  const score = compose(recipe)
  const total = recipeSamples(recipe)
  const from = cut?.from ?? 0
  const to = cut?.to ?? total
  const start = Math.max(0, Math.floor((from - RUN_UP) / GRID) * GRID)
  const bus = mixScore(score, start, Math.min(total, to + RUN_OUT) - start)
  clean(bus)
  fade(bus, score.fadeIn, score.fadeOut, total)
  const deepest = amplifyAndLimit(bus, cut?.gain ?? findGain(bus))
  // Where the limiter had much to do it took loudness away; that is given back.
  if (!cut && deepest < 0.66) amplifyAndLimit(bus, findGain(bus))
  return {
    left: bus.left.subarray(from - start, to - start),
    right: bus.right.subarray(from - start, to - start),
    start: from,
  }
}

/** Both ends of the piece fall to nothing. */
function fade(bus: Bus, fadeIn: number, fadeOut: number, total: number): void {
  const rise = Math.max(1, Math.round(fadeIn * SAMPLE_RATE))
  const fall = Math.max(1, Math.round(fadeOut * SAMPLE_RATE))
  for (let i = 0; i < bus.left.length; i++) {
    const at = bus.start + i
    let gain = 1
    if (at < rise) gain = at / rise
    else if (at >= total - fall) gain = ((total - at) / fall) ** 1.5
    else {
      // Nothing to do between the fades.
      i = Math.max(i, total - fall - bus.start - 1)
      continue
    }
    bus.left[i] = bus.left[i]! * gain
    bus.right[i] = bus.right[i]! * gain
  }
}

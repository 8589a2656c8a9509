import { SAMPLE_RATE } from '../mixing/bus.ts'

/** Beats per bar, and seconds of decay after the last bar. */
export const STYLES = {
  ambient: { beats: 4, tail: 6 },
  house: { beats: 4, tail: 2.5 },
  jazz: { beats: 4, tail: 3.5 },
  folk: { beats: 3, tail: 4 },
  synthwave: { beats: 4, tail: 3 },
  lofi: { beats: 4, tail: 3 },
  postrock: { beats: 4, tail: 5 },
  chamber: { beats: 3, tail: 4 },
  dub: { beats: 4, tail: 5 },
  breaks: { beats: 4, tail: 3 },
  bossa: { beats: 4, tail: 3 },
  suite: { beats: 4, tail: 6 },
} as const
export type StyleName = keyof typeof STYLES

/** Everything that determines a composition: equal recipes give equal music. */
export interface Recipe {
  style: StyleName
  seed: string
  /** Pitch class of the key, 0 = C. */
  tonic: number
  bpm: number
  bars: number
  /** Variant of the style; its meaning depends on the style. */
  variant: number
}

/** Length of a recipe's music in samples. */
export function countSamples(recipe: Recipe): number {
  const { beats, tail } = STYLES[recipe.style]
  return Math.round(((recipe.bars * beats * 60) / recipe.bpm + tail) * SAMPLE_RATE)
}

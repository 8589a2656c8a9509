import { SAMPLE_RATE } from '../synth/bus.ts'

/** Beats in a bar and seconds left for the last notes to ring, per style. */
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
  voyage: { beats: 4, tail: 6 },
} as const
export type StyleName = keyof typeof STYLES

/** All that is needed to compose a track: two tracks with the same recipe are the same music. */
export interface Recipe {
  style: StyleName
  seed: string
  /** Pitch class of the key, 0 = C. */
  tonic: number
  bpm: number
  bars: number
  /** The band's own way with the style; each style knows its own numbers. */
  manner: number
}

/** Length of a recipe's music in samples. */
export function recipeSamples(recipe: Recipe): number {
  const { beats, tail } = STYLES[recipe.style]
  return Math.round(((recipe.bars * beats * 60) / recipe.bpm + tail) * SAMPLE_RATE)
}

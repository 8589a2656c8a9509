import type { StyleName } from '../compose/recipe.ts'

/** One track of a plan: its title, or title and what is special about it. */
export type TrackPlan =
  | string
  | { title: string; with?: readonly string[]; by?: string; lyrics?: string; genres?: readonly string[] }

/** What a person decides about an album; the rest follows from it. */
export interface AlbumPlan {
  artist: string
  title: string
  /** `YYYY-MM-DD`. */
  date: string
  genres: readonly string[]
  style: StyleName
  manner: number
  /** Slowest and fastest track, in beats per minute. */
  bpm: readonly [number, number]
  codec?: 'flac'
  /** One piece, cut into tracks without a gap. */
  gapless?: true
  /** Tracks by several artists, each in its own style. */
  compilation?: true
  /** One list per disc. */
  discs: readonly (readonly TrackPlan[])[]
}

import type { StyleName } from '../compose/recipe.ts'

export interface TrackDetails {
  title: string
  /** Featured artists. */
  with?: readonly string[]
  /** The main artist, if not the album's. */
  by?: string
  /** Key in `lyrics`. */
  lyrics?: string
  genres?: readonly string[]
}

/** Hand-written description of an album, from which its tracks are generated. */
export interface AlbumPlan {
  artist: string
  title: string
  /** `YYYY-MM-DD`. */
  date: string
  genres: readonly string[]
  style: StyleName
  variant: number
  /** Slowest and fastest track, in beats per minute. */
  bpm: readonly [number, number]
  codec?: 'flac'
  /** One continuous piece, cut into tracks. */
  gapless?: true
  /** Tracks by several artists, each in its own style. */
  compilation?: true
  /** Track titles per disc, with details where they differ from the album. */
  discs: readonly (readonly (string | TrackDetails)[])[]
}

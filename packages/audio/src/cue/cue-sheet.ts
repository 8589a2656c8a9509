import type { Gains } from '../tags/read-gain.ts'

/** A disc as a cue sheet describes it. Texts are cleaned, and '' where the sheet has none. */
export interface CueSheet {
  readonly title: string
  readonly performer: string
  readonly genre: string
  /** `2024`, `2024-05` or `2024-05-03`. */
  readonly date: string
  /** Number of the disc in its set, 0 if unknown. */
  readonly disc: number
  readonly albumGain: Gains['albumGain']
  readonly albumPeak: Gains['albumPeak']
  readonly files: readonly CueFile[]
}

/** An audio file, with the tracks that begin in it. */
export interface CueFile {
  /** As written, without folders; '' in a sheet that is part of its file. */
  readonly name: string
  readonly tracks: readonly CueTrack[]
}

export interface CueTrack {
  readonly number: number
  /** False for data, which takes its place but is not played. */
  readonly isAudio: boolean
  readonly title: string
  readonly performer: string
  /** 12 characters. */
  readonly isrc: string
  readonly trackGain: Gains['trackGain']
  readonly trackPeak: Gains['trackPeak']
  /** Of INDEX 01 in its file, in seconds. */
  readonly start: number
}

/** Tracks of one file: the numbers of a CD have two digits. */
export const MAX_TRACKS = 99

/** Whether a file holds several tracks. One that holds a single track is that track. */
export const isDisc = ({ tracks }: CueFile): boolean => tracks.length > 1

/** A cue sheet, or why it cannot be used. */
export type ReadSheet = { readonly sheet: CueSheet } | { readonly problem: string }

import type { Bus } from '../mixing/bus.ts'

/** Times in seconds from the start of the piece. */
export interface Note {
  at: number
  length: number
  /** MIDI note number, 60 = middle C; for drums the drum. */
  pitch: number
  /** 0 to 1. */
  velocity: number
  /** -1 (left) to 1 (right), added to the part's. */
  pan?: number
}

/** Adds one note to a bus. */
export type Instrument = (bus: Bus, note: Note) => void

/** Processes a whole part in place. */
export type Effect = (bus: Bus) => void

interface Part {
  instrument: Instrument
  notes: Note[]
  /** Loudness in decibels. */
  level: number
  /** Share sent to the reverb, 0 to 1. */
  reverb: number
  /** Share sent to the echo, 0 to 1. */
  echo?: number
  effects?: Effect[]
}

export interface ReverbSettings {
  /** Decay time (60 dB). */
  seconds: number
  /** Cutoff of the treble damping, in Hz. */
  damping: number
  /** Room size, 0.5 to 1.6. */
  size: number
}

export interface EchoSettings {
  /** Seconds to the first echo on the left and on the right. */
  left: number
  right: number
  feedback: number
  /** Low-pass cutoff per repeat, in Hz. */
  tone: number
}

/** A complete arrangement, ready to mix. */
export interface Score {
  parts: Part[]
  space: ReverbSettings
  echo?: EchoSettings
  /** Effects on the whole mix, before mastering. */
  effects?: Effect[]
  /** Seconds. */
  fadeIn: number
  fadeOut: number
}

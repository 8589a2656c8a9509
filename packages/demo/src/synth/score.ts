import type { Bus } from './bus.ts'

/** One sound to be made; times in seconds from the start of the piece. */
export interface Note {
  at: number
  length: number
  /** MIDI note number, 60 = middle C; drums read it as a choice of sound. */
  pitch: number
  /** 0 to 1. */
  velocity: number
  /** -1 (left) to 1 (right), added to the part's. */
  pan?: number
}

/** Adds one note to a bus. */
export type Instrument = (bus: Bus, note: Note) => void

/** Changes a whole part in place. */
export type Effect = (bus: Bus) => void

export interface Part {
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

export interface Space {
  /** Time in which the reverb falls by 60 dB. */
  seconds: number
  /** Where its treble gives way, in Hz. */
  damping: number
  /** Size of the room, 0.5 to 1.6. */
  size: number
}

export interface EchoSpec {
  /** Seconds to the first echo on the left and on the right. */
  left: number
  right: number
  feedback: number
  /** Each echo is darker: cutoff in Hz. */
  tone: number
}

/** Music, ready to be made audible. */
export interface Score {
  parts: Part[]
  space: Space
  echo?: EchoSpec
  /** Over the sum of everything, before loudness. */
  effects?: Effect[]
  /** Seconds. */
  fadeIn: number
  fadeOut: number
}

import { aiffBytes, flacBytes } from '@refrain/audio/testing/audio-files'

const toSteps = (track: Float32Array) => Int16Array.from(track, sample => sample * 32_768)

/** A mono FLAC file of 16 bits. */
export const flacOf = (track: Float32Array, rate?: number) => flacBytes(toSteps(track), rate)

/** A mono AIFF file of 16 bits. */
export const aiffOf = (track: Float32Array, rate?: number) => aiffBytes(toSteps(track), rate)

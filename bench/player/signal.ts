import { readFileSync } from 'node:fs'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import { flacOf } from '../../journeys/sound/encode-lossless.ts'
import { encodeVorbis } from '../../journeys/sound/encode-vorbis.ts'
import { cutsAt, RATE, testSignal } from '../../journeys/sound/signal.ts'
import type { SoundFile } from '../../journeys/sound/sound-server.ts'

const LOW = 250
const HIGH = 2_500
const SWEEP_SECONDS = 8
const LOUD = 0.5
/** Track length in samples; not a multiple of any codec's frame. */
const LENGTH = 61_733

/** An album cut from one signal, and the positions of its joins in samples at `rate`. */
export interface BenchAlbum {
  readonly rate: number
  readonly files: readonly SoundFile[]
  readonly original: Float32Array
  readonly joins: readonly number[]
}

/** A continuous sweep up and down, steep enough that each piece is unique. */
export function sweep(samples: number): Float32Array {
  const slope = (HIGH - LOW) / SWEEP_SECONDS
  let phase = 0
  return Float32Array.from({ length: samples }, (_, i) => {
    const t = (i / RATE) % (2 * SWEEP_SECONDS)
    const climbed = t < SWEEP_SECONDS ? t : 2 * SWEEP_SECONDS - t
    phase += (2 * Math.PI * (LOW + slope * climbed)) / RATE
    return Math.round(LOUD * Math.sin(phase) * 32_767) / 32_768
  })
}

/** Files encoded here, with one join more than requested. */
async function cutAlbum(
  joins: number,
  ending: string,
  encode: (track: Float32Array) => Promise<Uint8Array>,
): Promise<BenchAlbum> {
  const original = sweep(LENGTH * (joins + 1))
  const files: SoundFile[] = []
  for (let i = 0; i <= joins; i++) {
    const track = original.subarray(i * LENGTH, (i + 1) * LENGTH)
    files.push([`${String(i + 1).padStart(2, '0')}.${ending}`, await encode(track), { number: i + 1 }])
  }
  return {
    rate: RATE,
    files,
    original,
    joins: Array.from({ length: joins }, (_, i) => (i + 1) * LENGTH),
  }
}

/** The fixtures, repeated: only joins within one repetition are continuous. */
function repeatAlbum(joins: number, ending: string, rate: number): BenchAlbum {
  const once = testSignal(rate)
  const inside = cutsAt(rate).slice(0, -1)
  const rounds = Math.ceil(joins / inside.length)
  const original = new Float32Array(once.length * rounds)
  const files: SoundFile[] = []
  for (let round = 0; round < rounds; round++) {
    original.set(once, round * once.length)
    for (let i = 1; i <= 3; i++) {
      const bytes = readFileSync(new URL(`../../journeys/sound/fixtures/${i}.${ending}`, import.meta.url))
      files.push([`${round}-${i}.${ending}`, bytes, { number: files.length + 1 }])
    }
  }
  return {
    rate,
    files,
    original,
    joins: Array.from({ length: rounds }, (_, round) => inside.map(at => round * once.length + at)).flat(),
  }
}

export const albums = {
  FLAC: (joins: number) => cutAlbum(joins, 'flac', track => flacOf(track)),
  MP3: (joins: number) => cutAlbum(joins, 'mp3', track => encodeMp3(track, track)),
  Vorbis: (joins: number) => cutAlbum(joins, 'ogg', encodeVorbis),
  AAC: async (joins: number) => repeatAlbum(joins, 'm4a', RATE),
  Opus: async (joins: number) => repeatAlbum(joins, 'opus', 48_000),
} as const

export type Codec = keyof typeof albums

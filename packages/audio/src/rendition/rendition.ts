import type { Codec } from '../audio-info.ts'

/** A stretch that can be appended by itself: byte offset, byte length, first sample. */
export type Fragment = [offset: number, length: number, sample: number]

/** One way a track's bytes can be appended. */
export interface RenditionFace {
  readonly mime: string
  /** True where the ranges are those of the sound file itself. */
  readonly raw: boolean
  readonly init: [offset: number, length: number] | null
  /** Samples put in front of what the sound file holds. */
  readonly lead: number
  fragments: Fragment[]
}

/** What a rendition holds, as far as it is made. */
export interface Rendition {
  /** Samples a second; 0 until something is known. */
  sampleRate: number
  faces: RenditionFace[]
}

/** What came since the last news; `fragments` are new ones. */
export interface RenditionUpdate {
  readonly sampleRate: number
  readonly face: RenditionFace
}

/** What is to be made, and where from. */
export interface RenditionJob {
  /** The sound file. */
  readonly source: string
  readonly codec: Codec
  /** Length of the music in samples. */
  readonly trueSamples: number
  /** Where the rendition is written; it stays empty where the sound file itself will do. */
  readonly output: string
  /** MP3 frames are put into MP4, for browsers that cannot append them as they are. */
  readonly inContainer: boolean
}

/** Adds what came to what is known. */
export function applyUpdate(rendition: Rendition, { sampleRate, face }: RenditionUpdate): void {
  rendition.sampleRate = sampleRate
  const known = rendition.faces.find(item => item.mime === face.mime)
  if (known) known.fragments.push(...face.fragments)
  else rendition.faces.push({ ...face, fragments: [...face.fragments] })
}

/** In Hz; above it, MediaSource may refuse the rendition. */
export const MAX_STREAM_RATE = 48_000

/** Part of a rendition's cache key: increase it when renditions have to be made again. */
export const RENDITION_VERSION = 7

import type { AudioInfo, Codec } from '../audio-info.ts'
import type { OpusEncoder } from '../opus/encode-opus.ts'

/** A range that can be appended separately: byte offset, byte length, first sample. */
export type Fragment = [offset: number, length: number, sample: number]

/** One form of a track that can be streamed, in one container and codec. */
export interface Rendition {
  readonly mime: string
  /** True if the ranges refer to the original audio file. */
  readonly raw: boolean
  readonly init: [offset: number, length: number] | null
  /** Samples inserted before those of the audio file. */
  readonly lead: number
  fragments: Fragment[]
}

/** The renditions of a track, as far as they are written. */
export interface RenditionSet {
  /** In Hz; 0 until it is known. */
  sampleRate: number
  readonly renditions: Rendition[]
}

/** Changes since the last update; `fragments` are new ones. */
export interface RenditionUpdate {
  readonly sampleRate: number
  readonly rendition: Rendition
}

/** A rendition to create, and its source. */
export interface RenditionJob {
  /** Path of the audio file. */
  readonly source: string
  readonly codec: Codec
  /** Length of the music in samples. */
  readonly trueSamples: number
  /** Where the rendition is written; stays empty if the audio file itself is streamed. */
  readonly output: string
  /** Muxes MP3 frames into MP4, for browsers that cannot append them directly. */
  readonly inContainer: boolean
  /** What decoding the file needs to know about it: set if the music is encoded, instead of streaming what the file holds. */
  readonly decoded?: Decoding | undefined
  /** Encodes what is decoded as Opus; otherwise as FLAC. */
  readonly opus?: OpusEncoder | undefined
}

interface Decoding extends Pick<AudioInfo, 'sampleRate' | 'channels' | 'primingSamples'> {
  /** Where a cut begins in the file, in samples. */
  readonly first?: number | undefined
}

/** Applies an update. */
export function applyUpdate(set: RenditionSet, { sampleRate, rendition }: RenditionUpdate): void {
  set.sampleRate = sampleRate
  const known = set.renditions.find(({ mime }) => mime === rendition.mime)
  if (known) known.fragments.push(...rendition.fragments)
  else set.renditions.push({ ...rendition, fragments: [...rendition.fragments] })
}

/** In Hz; above it, MediaSource may refuse the rendition. */
export const MAX_STREAM_RATE = 48_000

/** More are mixed to this many in renditions of lossless music. */
export const MAX_STREAM_CHANNELS = 2

/** Part of a rendition's cache key: increase it when renditions have to be made again. */
export const RENDITION_VERSION = 10

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
  readonly codec: string
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

/** Codecs a rendition can be made of; the others play as the files they are. */
const STREAMABLE: ReadonlySet<string> = new Set(['flac', 'pcm', 'alac', 'aac', 'mp3', 'opus', 'vorbis'])
/** Those whose samples can be had, and brought to a lower rate. */
const DECODABLE: ReadonlySet<string> = new Set(['flac', 'pcm', 'alac', 'vorbis'])
/** Above this rate MediaSource may refuse the rendition. */
export const HIGHEST_RATE = 48_000

/** True where a rendition can be made of such a sound file. */
export function isStreamable(codec: string, sampleRate: number): boolean {
  return STREAMABLE.has(codec) && (sampleRate <= HIGHEST_RATE || DECODABLE.has(codec))
}

/** Renditions of another number are made again. */
export const RENDITION_VERSION = 7

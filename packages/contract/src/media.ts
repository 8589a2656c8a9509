import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** The original sound file, by range (MED-01). */
export const AUDIO_PATH = '/audio/{albumId}/{url}'
/** A picture (MED-02). */
export const PICTURE_PATH = '/profile_path/{folder}/{ownerId}/{file}'
/** The bytes of a stream rendition, by range. */
export const STREAM_PATH = '/stream/{trackId}/{file}'

/** The folders pictures lie in, by what they belong to (MED-03 to MED-06). */
export const PICTURE_FOLDERS = {
  artist: 'artist_profile',
  album: 'album_profile',
  playlist: 'playlist_profile',
  user: 'user_profile',
} as const
export type PictureOwner = keyof typeof PICTURE_FOLDERS

/** Edge lengths in pixels that every picture is kept in; a smaller picture stops at its own size. */
export const PICTURE_SIZES = [96, 256, 512, 1024] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]
export const PICTURE_FORMATS = ['webp', 'avif'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The name of one derivative of a record's `profile_path`: `k3f….webp`, 256, avif → `k3f…-256.avif`. */
export function pictureFile(profilePath: string, size: PictureSize, format: PictureFormat): string {
  return `${profilePath.replace(/\.\w+$/, '')}-${size}.${format}`
}

/** The pictures of daily mixes, which belong to nobody (MED-07, PROP-23). */
export const DAILY_MIX_PATH = '/profile_path/playlist_profile/default/{file}'
/** Their edge in pixels. */
export const DAILY_MIX_EDGE = 512
/** The grounds they are drawn on, one picture each; white text can be read on them. */
const DAILY_MIX_COLOURS = [
  '#5b2a86',
  '#0f5c7a',
  '#9a3412',
  '#1e6b45',
  '#8c1d40',
  '#2f4fa8',
  '#7d5a12',
  '#24585c',
] as const
/** How many there are; with more genres they repeat in turn. */
export const DAILY_MIX_PICTURES = DAILY_MIX_COLOURS.length

/** The picture of the n-th daily mix, counted from 1: its file under DAILY_MIX_PATH and its colour. */
export function dailyMixPicture(n: number): { readonly file: string; readonly colour: string } {
  const place = (n - 1) % DAILY_MIX_PICTURES
  return { file: `daily_mix_${place + 1}.jpg`, colour: DAILY_MIX_COLOURS[place] as string }
}

/** One stretch of a rendition that can be appended by itself: byte offset, byte length, first sample. */
export const streamFragment = z.tuple([z.number(), z.number(), z.number()])

/** One way to play a track through MediaSource. */
export const streamFace = z.object({
  /** As `MediaSource.isTypeSupported` takes it. */
  mime: z.string(),
  /** Where the bytes lie. */
  url: z.string(),
  /** Offset and length of the initialisation segment; null where the bytes need none. */
  init: z.nullable(z.tuple([z.number(), z.number()])),
  /** Samples the decoder gives before the music starts. */
  primingSamples: z.number(),
  fragments: z.array(streamFragment),
  /** Its first bytes in base64, where they were asked for and are there: those that the first sound needs. */
  start: z.optional(z.string()),
})
export type StreamFace = z.infer<typeof streamFace>

/** How loud a track is: of its tags, or else measured; null where neither is known. */
export const soundGain = z.object({
  /** What brings the track to -18 LUFS, in dB. */
  track: z.nullable(z.number()),
  /** What brings its album as a whole there. */
  album: z.nullable(z.number()),
  /** The highest sample, as a share of full scale; above 1 where the sound goes beyond it. */
  trackPeak: z.nullable(z.number()),
  albumPeak: z.nullable(z.number()),
})
export type SoundGain = z.infer<typeof soundGain>

/**
 * What the player needs to lay a track end to end with its neighbours.
 * `faces` is empty where the track can only be played as the file it is.
 */
export const streamIndex = z.object({
  trackId: id,
  sampleRate: z.number(),
  /** Length of the music in samples, padding and priming not counted. */
  trueSamples: z.number(),
  faces: z.array(streamFace),
  /** False while a rendition is still being made: ask again for the fragments that follow. */
  complete: z.boolean(),
  gain: soundGain,
})
export type StreamIndex = z.infer<typeof streamIndex>

export const fetchStreamIndex = operation({
  name: 'fetchStreamIndex',
  summary: 'How a track can be streamed without a gap: its true length and the fragments of its renditions.',
  method: 'GET',
  path: '/api/streams/{trackId}',
  who: 'guest',
  input: z.strictObject({
    trackId: id,
    /** For browsers that cannot append the raw frames of an MP3: it comes in a container. */
    container: z.optional(z.literal('mp4')),
    /** The first bytes are to come along: one way over the network less before the first sound. */
    start: z.optional(z.literal('with')),
  }),
  output: streamIndex,
  caching: 'none',
  refuses: { 404: 'There is no such track, or its file is away.' },
  // A track of the sample catalogue may have to be rendered first, on a slow machine.
  withinSeconds: 25,
})

/** Bars in the picture of a track's sound. */
export const WAVEFORM_BARS = 400

export const fetchWaveform = operation({
  name: 'fetchWaveform',
  summary: "The picture of a track's sound, from its beginning to its end.",
  method: 'GET',
  path: '/api/tracks/{trackId}/waveform',
  who: 'guest',
  input: z.strictObject({ trackId: id }),
  output: z.object({
    trackId: id,
    /** WAVEFORM_BARS heights from 0 (silence) to 255 (full scale); empty where they are not known (yet). */
    levels: z.array(z.int().check(z.gte(0), z.lte(255))),
  }),
  caching: 'public',
  refuses: { 404: 'There is no such track.' },
})

export const lyricsLine = z.object({
  /** Where in the track it begins; null in lyrics without times. */
  seconds: z.nullable(z.number()),
  text: z.string(),
})
export type LyricsLine = z.infer<typeof lyricsLine>

export const fetchLyrics = operation({
  name: 'fetchLyrics',
  summary: 'The lyrics of a track, line by line; with times where they are known.',
  method: 'GET',
  path: '/api/tracks/{trackId}/lyrics',
  who: 'guest',
  input: z.strictObject({ trackId: id }),
  output: z.object({
    trackId: id,
    /** True where every line has its time and they are in order. */
    synced: z.boolean(),
    /** Empty where there are none. */
    lines: z.array(lyricsLine),
  }),
  caching: 'public',
  refuses: { 404: 'There is no such track.' },
})

export const mediaOperations = [fetchStreamIndex, fetchWaveform, fetchLyrics] as const

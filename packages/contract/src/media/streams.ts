import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id, noInput } from '../values.ts'

/** The original audio file; supports range requests. */
export const AUDIO_PATH = '/audio/{albumId}/{url}'

/** A rendition; supports range requests. */
export const STREAM_PATH = '/stream/{trackId}/{file}'

/**
 * How tracks are streamed: with the audio of their files, lossless where they are; lossless music as Opus at 160 kbit/s;
 * or everything as Opus at 96 kbit/s.
 */
export const STREAM_QUALITIES = ['original', 'high', 'saver'] as const
export type StreamQuality = (typeof STREAM_QUALITIES)[number]

/** A part of a rendition that can be appended by itself: byte offset, byte length, first sample. */
const streamFragment = z.tuple([z.number(), z.number(), z.number()])

/** A track prepared for MediaSource. */
const rendition = z.object({
  /** For `MediaSource.isTypeSupported`. */
  mime: z.string(),
  url: z.string(),
  /** Offset and length of the initialisation segment; null if the format has none. */
  init: z.nullable(z.tuple([z.number(), z.number()])),
  /** Samples that the decoder outputs before the track starts. */
  primingSamples: z.number(),
  fragments: z.array(streamFragment),
  /** The bytes until the first audible fragment, in base64; only on request. */
  start: z.optional(z.string()),
})

export type Rendition = z.infer<typeof rendition>

/** ReplayGain from the tags, or measured; null if unknown. */
const replayGain = z.object({
  /** Gain in dB that brings the track to -18 LUFS. */
  track: z.nullable(z.number()),
  /** Gain in dB that brings the whole album to -18 LUFS. */
  album: z.nullable(z.number()),
  /** Highest sample; 1 is full scale, and lossy formats may exceed it. */
  trackPeak: z.nullable(z.number()),
  albumPeak: z.nullable(z.number()),
})

export type ReplayGain = z.infer<typeof replayGain>

/** How to stream a track. Without `faces` it can only be played from its original file. */
const streamIndex = z.object({
  trackId: id,
  sampleRate: z.number(),
  /** Length in samples without priming and padding. */
  trueSamples: z.number(),
  faces: z.array(rendition),
  /** False while a rendition is still being written: fetch again for the remaining fragments. */
  complete: z.boolean(),
  gain: replayGain,
  /** True if this is the original because the quality could not be had at once: another request may bring it. */
  isFallback: z.optional(z.boolean()),
})

export type StreamIndex = z.infer<typeof streamIndex>

export const fetchStreamIndex = operation({
  name: 'fetchStreamIndex',
  summary: 'How to stream a track without a gap: its exact length and the fragments of its renditions.',
  method: 'GET',
  path: '/api/streams/{trackId}',
  who: 'guest',
  input: z.strictObject({
    trackId: id,
    /** For browsers that cannot append raw MP3 frames. */
    container: z.optional(z.literal('mp4')),
    /**
     * Without it: the original. A track that cannot be encoded now, or whose file is small enough, is streamed as the
     * original, too.
     */
    quality: z.optional(z.enum(['high', 'saver'])),
    /** Include the first bytes, which saves a round trip before playback starts. */
    start: z.optional(z.literal('with')),
  }),
  output: streamIndex,
  caching: 'none',
  errors: { 404: 'There is no such track, or its file is missing.' },
  // A slow machine may have to render a track of the sample catalogue first.
  timeoutSeconds: 25,
})

export const fetchStreamQualities = operation({
  name: 'fetchStreamQualities',
  summary: 'The qualities that the service can stream in. Without an encoder there is only the original.',
  method: 'GET',
  path: '/api/stream-qualities',
  who: 'guest',
  input: noInput,
  output: z.object({ qualities: z.array(z.enum(STREAM_QUALITIES)) }),
  caching: 'none',
})

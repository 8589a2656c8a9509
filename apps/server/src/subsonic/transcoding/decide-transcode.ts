import type { Codec } from '@refrain/audio/audio-info'
import { isLossy, isWithinBitRate } from '../../media/files/bit-rate.ts'
import type { ChosenEncoding } from '../../media/transcoding/choose-encoding.ts'
import {
  ENCODINGS,
  type EncodingName,
  keepBitRate,
  keepChannels,
  keepSampleRate,
  MAX_CHANNELS,
} from '../../media/transcoding/encodings.ts'
import type { TranscodeSource } from '../../media/transcoding/transcoded-streams.ts'
import { suffixOf } from '../shapes/file-path.ts'
import type { ClientInfo } from './client-info.ts'

/** `StreamDetails` of the protocol. */
export type StreamDetails = {
  readonly protocol: 'http'
  readonly container: string
  readonly codec: Codec
  readonly audioChannels: number
  /** In bit/s. */
  readonly audioBitrate: number
  /** In Hz. */
  readonly audioSamplerate: number
  /** In bits; undefined if it is not known. */
  readonly audioBitdepth?: number | undefined
}

export interface Decision {
  /** Why the source cannot be played as it is, one for each profile of the player; empty if it can. */
  readonly reasons: readonly string[]
  readonly canDirectPlay: boolean
  readonly transcode?: { readonly encoding: ChosenEncoding; readonly stream: StreamDetails }
}

/** Other names of containers. */
const CONTAINERS: Readonly<Record<string, string>> = {
  ...{ m4a: 'mp4', m4b: 'mp4', mov: 'mp4', oga: 'ogg', opus: 'ogg', aif: 'aiff', aifc: 'aiff' },
  ...{ wave: 'wav', adts: 'aac', mka: 'matroska', webm: 'matroska', mkv: 'matroska', asf: 'wma' },
}
const ENCODED_CONTAINERS: Readonly<Record<EncodingName, string>> = { mp3: 'mp3', opus: 'ogg', aac: 'aac' }
/** Lossless music hardly ever has more, in bits. */
const MAX_BIT_DEPTH = 24
const ANY = '*'

const tidy = (name: string) => name.trim().toLowerCase()
const containerOf = (name: string) => CONTAINERS[tidy(name)] ?? tidy(name)
/** `wav` and ffmpeg's `pcm_s16le` are names of PCM, too. */
const codecOf = (name: string) => tidy(name).replace(/^(?:pcm_.+|wave?|aiff?)$/, 'pcm')
const allows = (names: readonly string[], wanted: string) =>
  names.length === 0 || names.some(name => name === ANY || name === wanted)

/** What the file of a track is. */
export function describeSource(source: TranscodeSource): StreamDetails {
  return {
    protocol: 'http',
    container: containerOf(suffixOf(source)),
    codec: source.codec,
    audioChannels: source.channels,
    audioBitrate: source.bitRate * 1000,
    audioSamplerate: source.sampleRate,
    ...(!isLossy(source.codec) && source.bitDepth !== undefined && { audioBitdepth: source.bitDepth }),
  }
}

/** Decides whether a player can play a track as it is, and what it can be transcoded to for that player. */
export function decideTranscode(
  source: StreamDetails,
  client: ClientInfo,
  available: ReadonlySet<EncodingName>,
): Decision {
  const reasons = client.directPlayProfiles.map(profile => findReason(source, profile, client))
  const canDirectPlay = reasons.includes(undefined)
  const transcode = chooseTranscode(source, client, available)
  const given = reasons.filter(reason => reason !== undefined)
  return { canDirectPlay, reasons: canDirectPlay ? [] : given, ...(transcode && { transcode }) }
}

type DirectPlayProfile = ClientInfo['directPlayProfiles'][number]

/** Why a source does not fit a profile; undefined if it does. */
function findReason(
  source: StreamDetails,
  { containers, audioCodecs, protocols, maxAudioChannels }: DirectPlayProfile,
  client: ClientInfo,
): string | undefined {
  if (!allows(protocols.map(tidy), source.protocol)) return 'ProtocolNotSupported'
  if (!allows(containers.map(containerOf), source.container)) return 'ContainerNotSupported'
  if (!allows(audioCodecs.map(codecOf), source.codec)) return 'AudioCodecNotSupported'
  if (maxAudioChannels > 0 && source.audioChannels > maxAudioChannels) return 'AudioChannelsNotSupported'
  if (client.maxAudioBitrate > 0 && !hasBitRateWithin(source, client.maxAudioBitrate))
    return 'AudioBitrateNotSupported'
  const broken = limitationsOf(client, source.codec).find(limitation => !isMet(limitation, source))
  return broken && `${broken.name[0]?.toUpperCase()}${broken.name.slice(1)}NotSupported`
}

const hasBitRateWithin = ({ codec, audioBitrate }: StreamDetails, limit: number) =>
  isWithinBitRate({ codec, bitRate: audioBitrate }, limit)

type Limitation = ClientInfo['codecProfiles'][number]['limitations'][number]

/** Those that must be met. */
function limitationsOf({ codecProfiles }: ClientInfo, codec: string): Limitation[] {
  return codecProfiles
    .filter(profile => tidy(profile.type) === 'audiocodec' && codecOf(profile.name) === codec)
    .flatMap(profile => profile.limitations.filter(limitation => limitation.required))
}

/** What is not known meets no limitation, but for the depth of lossy audio, which has none, and limits that any depth is within. */
function isMet({ name, comparison, values }: Limitation, stream: StreamDetails): boolean {
  if (name === 'audioBitdepth' && isLossy(stream.codec)) return true
  const value = new Map<string, unknown>(Object.entries(stream)).get(name)
  if (value === undefined)
    return name === 'audioBitdepth' && comparison === 'LessThanEqual' && Number(values[0]) >= MAX_BIT_DEPTH
  switch (comparison) {
    case 'Equals':
      return values.includes(String(value))
    case 'NotEquals':
      return !values.includes(String(value))
    case 'LessThanEqual':
      if (name === 'audioBitrate') return hasBitRateWithin(stream, Number(values[0]))
      return Number(value) <= Number(values[0])
    case 'GreaterThanEqual':
      return Number(value) >= Number(values[0])
  }
}

/** The first profile of the player that an encoder fulfils. */
function chooseTranscode(
  source: StreamDetails,
  client: ClientInfo,
  available: ReadonlySet<EncodingName>,
): Decision['transcode'] {
  for (const { container, audioCodec, protocol, maxAudioChannels } of client.transcodingProfiles) {
    const name = tidy(audioCodec) as EncodingName
    if (!available.has(name) || containerOf(container) !== ENCODED_CONTAINERS[name]) continue
    if (!allows([tidy(protocol)], source.protocol)) continue
    const limitations = limitationsOf(client, name)
    for (const encoding of listEncodings(name, findBitRateLimit(name, client), source)) {
      if (maxAudioChannels > 0 && encoding.channels > maxAudioChannels) continue
      const stream = describeTranscode(encoding)
      if (limitations.every(limitation => isMet(limitation, stream))) return { encoding, stream }
    }
  }
  return undefined
}

/** In kbit/s: what the player wants, or else is usual, within what it allows. */
function findBitRateLimit(name: EncodingName, client: ClientInfo): number {
  const { maxAudioBitrate, maxTranscodingAudioBitrate } = client
  const limited = limitationsOf(client, name)
    .filter(limitation => limitation.name === 'audioBitrate' && limitation.comparison === 'LessThanEqual')
    .map(({ values }) => Number(values[0]))
  const wanted = maxTranscodingAudioBitrate || ENCODINGS[name].usualBitRate * 1000
  return Math.min(wanted, ...[maxAudioBitrate, ...limited].filter(limit => limit > 0)) / 1000
}

/**
 * An encoding with every number of channels and sample rate that it may have, those next to the source first; none if the limit,
 * in kbit/s, is below its lowest bit rate.
 */
function listEncodings(
  name: EncodingName,
  bitRateLimit: number,
  { audioChannels, audioSamplerate }: StreamDetails,
): ChosenEncoding[] {
  const kept = keepSampleRate(name, audioSamplerate)
  const { sampleRates } = ENCODINGS[name]
  const [above, below] = [
    sampleRates.filter(rate => rate > kept),
    sampleRates.filter(rate => rate < kept).toReversed(),
  ]
  return [...new Set([keepChannels(audioChannels), MAX_CHANNELS, 1])].flatMap(channels => {
    const bitRate = keepBitRate(name, channels, bitRateLimit)
    if (bitRate === undefined) return []
    return [kept, ...below, ...above].map(sampleRate => ({ name, bitRate, sampleRate, channels }))
  })
}

function describeTranscode({ name, bitRate, sampleRate, channels }: ChosenEncoding): StreamDetails {
  return {
    protocol: 'http',
    container: ENCODED_CONTAINERS[name],
    codec: name,
    audioChannels: channels,
    audioBitrate: bitRate * 1000,
    audioSamplerate: sampleRate,
  }
}

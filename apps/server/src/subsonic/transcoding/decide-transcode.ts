import type { ChosenEncoding } from '../../media/transcoding/choose-encoding.ts'
import { BIT_RATES, ENCODINGS, type EncodingName } from '../../media/transcoding/encodings.ts'
import type { StreamSource } from '../../media/transcoding/transcoded-streams.ts'
import { suffixOf } from '../shapes/file-path.ts'
import type { ClientInfo } from './client-info.ts'

/** `StreamDetails` of the protocol. */
export type StreamDetails = {
  readonly protocol: 'http'
  readonly container: string
  readonly codec: string
  readonly audioChannels: number
  /** In bit/s. */
  readonly audioBitrate: number
  /** In Hz; undefined where ffmpeg chooses it. */
  readonly audioSamplerate?: number | undefined
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
  ...{ wave: 'wav', adts: 'aac' },
}
const ENCODED_CONTAINERS: Readonly<Record<EncodingName, string>> = { mp3: 'mp3', opus: 'ogg', aac: 'aac' }
const OUTPUT_CHANNELS = 2
const OPUS_RATE = 48_000
/** ffmpeg keeps rates up to this one in every encoding. */
const MAX_KEPT_RATE = 48_000
const ANY = '*'

const tidy = (name: string) => name.trim().toLowerCase()
const containerOf = (name: string) => CONTAINERS[tidy(name)] ?? tidy(name)
const allows = (names: readonly string[], wanted: string) =>
  names.length === 0 || names.some(name => name === ANY || name === wanted)

/** What the file of a track is. */
export function describeSource(source: StreamSource): StreamDetails {
  return {
    protocol: 'http',
    container: containerOf(suffixOf(source)),
    codec: source.codec,
    audioChannels: source.channels,
    audioBitrate: source.bitRate * 1000,
    audioSamplerate: source.sampleRate,
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
  if (!allows(audioCodecs.map(tidy), source.codec)) return 'AudioCodecNotSupported'
  if (maxAudioChannels > 0 && source.audioChannels > maxAudioChannels) return 'AudioChannelsNotSupported'
  if (client.maxAudioBitrate > 0 && source.audioBitrate > client.maxAudioBitrate)
    return 'AudioBitrateNotSupported'
  const broken = limitationsOf(client, source.codec).find(limitation => !isMet(limitation, source))
  return broken && `${broken.name[0]?.toUpperCase()}${broken.name.slice(1)}NotSupported`
}

type Limitation = ClientInfo['codecProfiles'][number]['limitations'][number]

/** Those that must be met. */
function limitationsOf({ codecProfiles }: ClientInfo, codec: string): Limitation[] {
  return codecProfiles
    .filter(profile => tidy(profile.type) === 'audiocodec' && tidy(profile.name) === codec)
    .flatMap(profile => profile.limitations.filter(limitation => limitation.required))
}

/** What is not known meets no limitation. */
function isMet({ name, comparison, values }: Limitation, stream: StreamDetails): boolean {
  const value = new Map<string, unknown>(Object.entries(stream)).get(name)
  if (value === undefined) return false
  switch (comparison) {
    case 'Equals':
      return values.includes(String(value))
    case 'NotEquals':
      return !values.includes(String(value))
    case 'LessThanEqual':
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
    if (maxAudioChannels > 0 && maxAudioChannels < OUTPUT_CHANNELS) continue
    const bitRate = chooseBitRate(name, client)
    if (bitRate === undefined) continue
    const stream = describeTranscode(source, { name, bitRate })
    if (limitationsOf(client, name).every(limitation => isMet(limitation, stream)))
      return { encoding: { name, bitRate }, stream }
  }
  return undefined
}

/** In kbit/s; undefined if the player allows less than any. */
function chooseBitRate(name: EncodingName, client: ClientInfo): number | undefined {
  const { maxAudioBitrate, maxTranscodingAudioBitrate } = client
  const limited = limitationsOf(client, name)
    .filter(limitation => limitation.name === 'audioBitrate' && limitation.comparison === 'LessThanEqual')
    .map(({ values }) => Number(values[0]))
  const limits = [maxAudioBitrate, maxTranscodingAudioBitrate, ...limited].filter(limit => limit > 0)
  const most = limits.length > 0 ? Math.min(...limits) / 1000 : ENCODINGS[name].usualBitRate
  return BIT_RATES.findLast(step => step <= most)
}

function describeTranscode(source: StreamDetails, { name, bitRate }: ChosenEncoding): StreamDetails {
  const { audioSamplerate: rate = 0 } = source
  const kept = rate <= MAX_KEPT_RATE ? rate : undefined
  const audioSamplerate = name === 'opus' ? OPUS_RATE : kept
  return {
    protocol: 'http',
    container: ENCODED_CONTAINERS[name],
    codec: name,
    audioChannels: OUTPUT_CHANNELS,
    audioBitrate: bitRate * 1000,
    ...(audioSamplerate !== undefined && { audioSamplerate }),
  }
}

import { describe, expect, it } from 'vitest'
import type { EncodingName } from '../../media/transcoding/encodings.ts'
import type { TranscodeSource } from '../../media/transcoding/transcoded-streams.ts'
import { readClientInfo } from './client-info.ts'
import { decideTranscode, describeSource } from './decide-transcode.ts'

const FLAC: TranscodeSource = {
  ...{ url: 'one.flac', codec: 'flac', bitRate: 900, channels: 2, sampleRate: 44_100 },
}
const ALAC: TranscodeSource = { ...FLAC, url: 'one.m4a', codec: 'alac', sampleRate: 96_000 }
const MP3: TranscodeSource = { ...FLAC, url: 'one.mp3', codec: 'mp3', bitRate: 320 }
const ALL = new Set<EncodingName>(['mp3', 'opus', 'aac'])

const plays = (containers: string[], audioCodecs: string[], more = {}) => ({
  ...{ containers, audioCodecs, protocols: ['http'], maxAudioChannels: 2 },
  ...more,
})
const transcodes = (container: string, audioCodec: string, more = {}) => ({
  ...{ container, audioCodec, protocol: 'http', maxAudioChannels: 2 },
  ...more,
})
const needs = (codec: string, name: string, comparison: string, values: string[], required = true) => ({
  ...{ type: 'AudioCodec', name: codec },
  limitations: [{ name, comparison, values, required }],
})
const decide = (source: TranscodeSource, client: object, available: ReadonlySet<EncodingName> = ALL) => {
  const info = readClientInfo({ name: 'A test', platform: 'Tests', ...client })
  return decideTranscode(describeSource(source), info, available)
}

describe('playing the source', () => {
  it.each([
    ['container and codec', plays(['flac'], ['flac'])],
    ['names in other letters', plays([' FLAC'], ['Flac'])],
    ['anything', plays([], [], { protocols: [], maxAudioChannels: 0 })],
    ['any protocol', plays(['flac'], ['flac'], { protocols: ['*'] })],
  ])('is possible for a player of %s (SUB-90)', (_name, profile) => {
    expect(decide(FLAC, { directPlayProfiles: [plays(['mp3'], ['mp3']), profile] })).toEqual({
      canDirectPlay: true,
      reasons: [],
    })
  })

  it('knows containers by their other names (SUB-90)', () => {
    const directPlayProfiles = [plays(['mp4'], ['aac', 'alac'])]
    expect(decide(ALAC, { directPlayProfiles }).canDirectPlay).toBe(true)
    const opus: TranscodeSource = { ...FLAC, url: 'one.opus', codec: 'opus' }
    expect(decide(opus, { directPlayProfiles: [plays(['ogg'], ['opus'])] }).canDirectPlay).toBe(true)
  })

  it.each(['pcm', 'wav', 'pcm_s16le', 'PCM_S24BE'])('knows PCM as %s (SUB-90)', name => {
    const wav: TranscodeSource = { ...FLAC, url: 'one.wav', codec: 'pcm' }
    expect(decide(wav, { directPlayProfiles: [plays(['wav'], [name])] }).canDirectPlay).toBe(true)
    const codecProfiles = [needs(name, 'audioSamplerate', 'LessThanEqual', ['32000'])]
    expect(decide(wav, { directPlayProfiles: [plays([], [])], codecProfiles }).canDirectPlay).toBe(false)
  })

  it.each([
    [MP3, undefined, 'LessThanEqual', '16', true],
    [FLAC, undefined, 'LessThanEqual', '16', false],
    [FLAC, undefined, 'LessThanEqual', '24', true],
    [FLAC, undefined, 'LessThanEqual', '32', true],
    [FLAC, undefined, 'Equals', '24', false],
    [FLAC, 16, 'LessThanEqual', '16', true],
    [FLAC, 24, 'LessThanEqual', '16', false],
    [FLAC, 24, 'Equals', '24', true],
  ] as const)(
    'keeps limits of the bit depth: %j of %s bits, %s %s (SUB-90)',
    (source, bitDepth, comparison, depth, isMet) => {
      const codecProfiles = [needs(source.codec, 'audioBitdepth', comparison, [depth])]
      const client = { directPlayProfiles: [plays([], [])], codecProfiles }
      expect(decide({ ...source, bitDepth }, client).canDirectPlay).toBe(isMet)
    },
  )

  it('plays lossy files that exceed a limit by their tags only (SUB-90)', () => {
    const directPlayProfiles = [plays([], [])]
    const codecProfiles = [needs('aac', 'audioBitrate', 'LessThanEqual', ['256000'])]
    const aac: TranscodeSource = { ...FLAC, url: 'one.m4a', codec: 'aac', bitRate: 273 }
    expect(decide(aac, { directPlayProfiles, codecProfiles }).canDirectPlay).toBe(true)
    expect(decide(aac, { directPlayProfiles, maxAudioBitrate: 256_000 }).canDirectPlay).toBe(true)
    expect(decide(aac, { directPlayProfiles, maxAudioBitrate: 192_000 }).canDirectPlay).toBe(false)
  })

  it('says for each profile why not (SUB-90)', () => {
    const directPlayProfiles = [
      plays(['flac'], ['flac'], { protocols: ['hls'] }),
      plays(['mp3'], ['mp3']),
      plays(['flac'], ['mp3']),
      plays(['flac'], ['flac'], { maxAudioChannels: 1 }),
    ]
    expect(decide(FLAC, { directPlayProfiles })).toEqual({
      canDirectPlay: false,
      reasons: [
        ...['ProtocolNotSupported', 'ContainerNotSupported', 'AudioCodecNotSupported'],
        'AudioChannelsNotSupported',
      ],
    })
    expect(decide(FLAC, {}).canDirectPlay).toBe(false)
  })

  it.each([
    [{ maxAudioBitrate: 320_000 }, 'AudioBitrateNotSupported'],
    [
      { codecProfiles: [needs('flac', 'audioSamplerate', 'LessThanEqual', ['32000'])] },
      'AudioSamplerateNotSupported',
    ],
    [
      { codecProfiles: [needs('flac', 'audioSamplerate', 'Equals', ['48000', '96000'])] },
      'AudioSamplerateNotSupported',
    ],
    [
      { codecProfiles: [needs('flac', 'audioChannels', 'GreaterThanEqual', ['6'])] },
      'AudioChannelsNotSupported',
    ],
    [{ codecProfiles: [needs('flac', 'audioBitdepth', 'NotEquals', ['24'])] }, 'AudioBitdepthNotSupported'],
    [{ maxAudioBitrate: 900_000 }, undefined],
    [{ codecProfiles: [needs('flac', 'audioSamplerate', 'Equals', ['44100', '48000'])] }, undefined],
    [{ codecProfiles: [needs('flac', 'audioSamplerate', 'LessThanEqual', ['1'], false)] }, undefined],
    [{ codecProfiles: [needs('mp3', 'audioSamplerate', 'LessThanEqual', ['1'])] }, undefined],
  ])('keeps the limits of the player: %j (SUB-90)', (client, reason) => {
    const { canDirectPlay, reasons } = decide(FLAC, { ...client, directPlayProfiles: [plays([], [])] })
    expect([canDirectPlay, reasons[0]]).toEqual([reason === undefined, reason])
  })
})

describe('transcoding', () => {
  const chosen = (client: object, available = ALL, source = FLAC) => {
    const { transcode } = decide(source, client, available)
    return transcode && `${transcode.encoding.name} ${transcode.encoding.bitRate}`
  }

  it('takes the first profile that an encoder fulfils (SUB-90)', () => {
    const transcodingProfiles = [
      ...[
        transcodes('flac', 'flac'),
        transcodes('mp4', 'aac'),
        transcodes('opus', 'opus', { protocol: 'hls' }),
      ],
      ...[transcodes('ogg', 'opus'), transcodes('mp3', 'mp3')],
    ]
    expect(chosen({ transcodingProfiles })).toBe('opus 128')
    expect(chosen({ transcodingProfiles }, new Set(['mp3']))).toBe('mp3 192')
    expect(chosen({ transcodingProfiles }, new Set())).toBeUndefined()
    expect(chosen({})).toBeUndefined()
  })

  it.each([
    [{ maxTranscodingAudioBitrate: 100_000 }, 'mp3 96'],
    [{ maxAudioBitrate: 64_000, maxTranscodingAudioBitrate: 320_000 }, 'mp3 64'],
    [{ codecProfiles: [needs('mp3', 'audioBitrate', 'LessThanEqual', ['160000'])] }, 'mp3 160'],
    [{ maxAudioBitrate: 320_000 }, 'mp3 192'],
    [{ maxAudioBitrate: 2_000_000, maxTranscodingAudioBitrate: 256_000 }, 'mp3 256'],
    [{ maxAudioBitrate: 16_000 }, undefined],
    [{ codecProfiles: [needs('mp3', 'audioSamplerate', 'Equals', ['96000'])] }, undefined],
  ])('keeps the limits of the player: %j (SUB-90)', (client, expected) => {
    expect(chosen({ ...client, transcodingProfiles: [transcodes('mp3', 'mp3')] })).toBe(expected)
  })

  const streamOf = (source: TranscodeSource, profile: object, client = {}) =>
    decide(source, { ...client, transcodingProfiles: [profile] }).transcode?.stream

  it('keeps sample rate and channels of the source where the encoding can (SUB-90)', () => {
    expect(streamOf(FLAC, transcodes('aac', 'aac'))).toEqual({
      ...{ protocol: 'http', container: 'aac', codec: 'aac' },
      ...{ audioChannels: 2, audioBitrate: 192_000, audioSamplerate: 44_100 },
    })
    expect(streamOf(FLAC, transcodes('ogg', 'opus'))).toMatchObject({ audioSamplerate: 48_000 })
    expect(streamOf(ALAC, transcodes('mp3', 'mp3'))).toMatchObject({ audioSamplerate: 48_000 })
    expect(streamOf({ ...FLAC, channels: 1 }, transcodes('mp3', 'mp3'))).toMatchObject({ audioChannels: 1 })
    expect(streamOf({ ...FLAC, channels: 6 }, transcodes('mp3', 'mp3'))).toMatchObject({ audioChannels: 2 })
    const { sampleRate, channels } = decide(ALAC, { transcodingProfiles: [transcodes('mp3', 'mp3')] })
      .transcode!.encoding
    expect([sampleRate, channels]).toEqual([48_000, 2])
  })

  it.each([
    ['audioSamplerate', 'LessThanEqual', '48000', { audioSamplerate: 48_000 }],
    ['audioSamplerate', 'LessThanEqual', '44100', { audioSamplerate: 44_100 }],
    ['audioSamplerate', 'Equals', '32000', { audioSamplerate: 32_000 }],
    ['audioChannels', 'Equals', '1', { audioChannels: 1 }],
    ['audioBitdepth', 'LessThanEqual', '16', { audioSamplerate: 48_000 }],
  ])('changes them for a player that needs %s %s %s (SUB-90)', (name, comparison, value, expected) => {
    const codecProfiles = [needs('mp3', name, comparison, [value])]
    expect(streamOf(ALAC, transcodes('mp3', 'mp3'), { codecProfiles })).toMatchObject(expected)
  })

  it('gives mono to a player of one channel (SUB-90)', () => {
    const profile = transcodes('mp3', 'mp3', { maxAudioChannels: 1 })
    expect(streamOf(FLAC, profile)).toMatchObject({ audioChannels: 1 })
  })
})

it('takes null for what an app leaves out (SUB-90)', () => {
  const client = { maxAudioBitrate: null, codecProfiles: null }
  const profile = plays([], [], { containers: null, maxAudioChannels: null })
  expect(decide(FLAC, { ...client, directPlayProfiles: [profile] }).canDirectPlay).toBe(true)
})

it.each([
  undefined,
  'text',
  [],
  { directPlayProfiles: 'all' },
  { maxAudioBitrate: -1 },
  { transcodingProfiles: Array(101).fill(transcodes('mp3', 'mp3')) },
  { codecProfiles: [needs('mp3', 'audioBitrate', 'About', ['1'])] },
  { codecProfiles: [needs('mp3', '', 'Equals', ['1'])] },
  { codecProfiles: Array(201).fill(needs('mp3', 'audioBitrate', 'Equals', ['1'])) },
])('refuses what does not describe a player: %j (SUB-90)', body => {
  expect(() => readClientInfo(body)).toThrow('Send what the app can play')
})

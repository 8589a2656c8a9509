import { readFileSync } from 'node:fs'
import { encodeFlac } from '@refrain/audio/encode/encode-flac-file'
import type { FileTags } from '@refrain/audio/encode/file-tags'
import { writeId3 } from '@refrain/audio/encode/id3-tag'
import { fixturePath } from '@refrain/audio/testing/fixtures'
import { makeFlac } from '@refrain/audio/testing/make-flac'
import { makeAiff, makeWav } from '@refrain/audio/testing/make-pcm'
import { makeDsf, silentApe } from '@refrain/audio/testing/rare-formats'
import sharp from 'sharp'
import { progressiveJpeg } from '../../progressive-jpeg.ts'

const FIXTURES = [
  'tone.aac.m4a',
  'tone.alac.m4a',
  'tone.flac',
  'tone.mp3',
  'tone.ogg',
  'tone.opus',
  'tone.mpc',
  'sound.vorbis.flac',
  'sound.vorbis.ogg',
]

const TAGS: FileTags = {
  ...{ title: 'Título', artists: ['Ada', 'Grace'], album: 'First', albumArtist: 'Ada' },
  ...{ track: 1, trackTotal: 9, disc: 1, discTotal: 2, date: '2024-05-03', genres: ['Jazz', 'Pop'] },
  ...{ compilation: true, trackGain: -6.5, trackPeak: 0.9, albumGain: -7, albumPeak: 1 },
}

const LYRICS = [
  '[ar:Ada]\n[offset:+250]\n[00:01.00]One\n[00:02.50][00:09.99]Two <00:02.75>words\ncontinued\n',
  'Plain lyrics\r\nin two lines',
  '[99:59.999]Last\n[0:0]First',
]

const SHEETS = [
  'REM DATE 1971\nPERFORMER "Ada"\nTITLE "First"\nFILE "a.wav" WAVE\n  TRACK 01 AUDIO\n    TITLE "Título"\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    ISRC DEA123456702\n    REM REPLAYGAIN_TRACK_GAIN -6.5 dB\n    INDEX 00 00:04:74\n    INDEX 01 00:05:00\n',
  'FILE a b.flac WAVE\rTRACK 1 AUDIO\rINDEX 01 0:0:0\rTRACK 2 MODE1/2352\rINDEX 01 9:59:74',
]

/** Small files of our own that mutations start from: every container, with tags, pictures and lyrics. */
export async function audioCorpus(): Promise<Uint8Array[]> {
  const mp3 = readFileSync(fixturePath('tone.mp3'))
  const silence = new Float32Array(2_000)
  return [
    ...FIXTURES.map(name => readFileSync(fixturePath(name))),
    makeWav(500),
    makeAiff(500),
    Buffer.concat([writeId3(TAGS), mp3]),
    Buffer.concat([oldId3(await picture('png')), mp3]),
    await encodeFlac(silence, silence, TAGS),
    makeFlac([Int32Array.from({ length: 2_000 }, (_, i) => (i * i) % 9_973)], {
      bits: 20,
      rate: 96_000,
      blockSize: 64,
    }),
    Buffer.concat([readFileSync(fixturePath('tone.ogg')), readFileSync(fixturePath('tone.ogg'))]),
    inWav('Título'),
    silentApe(),
    makeDsf(800),
  ]
}

export async function pictureCorpus(): Promise<Uint8Array[]> {
  const formats = (['jpeg', 'png', 'gif', 'webp', 'tiff'] as const).map(picture)
  return [...(await Promise.all(formats)), progressiveJpeg(16, 3)]
}

export const lyricsCorpus = async (): Promise<Uint8Array[]> => [
  ...LYRICS.map(text => Buffer.from(text)),
  Buffer.from(`\ufeff${LYRICS[0]}`, 'utf16le'),
]

export const sheetCorpus = async (): Promise<Uint8Array[]> => [
  ...SHEETS.map(text => Buffer.from(text)),
  Buffer.from(`\ufeff${SHEETS[0]}`, 'utf16le'),
]

function picture(format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff'): Promise<Buffer> {
  return sharp({ create: { width: 24, height: 16, channels: 3, background: '#246' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()
}

/** A WAV file behind a tag of old frame names, with a title of its own. */
function inWav(title: string): Buffer {
  const wav = makeWav(500)
  const text = Buffer.from(title)
  const list = Buffer.concat([
    Buffer.from('LIST\0\0\0\0INFOINAM\0\0\0\0', 'latin1'),
    text,
    Buffer.alloc(text.length % 2),
  ])
  list.writeUInt32LE(list.length - 8, 4)
  list.writeUInt32LE(text.length, 16)
  const tag = Buffer.concat([
    Buffer.from('ID3\x03\0\0\0\0\0\x0c', 'latin1'),
    frame('TT2\0', Buffer.from('\0T')),
  ])
  return Buffer.concat([tag, wav.subarray(0, 12), list, wav.subarray(12)])
}

/** An ID3v2.3 tag with a picture, plain and synchronised lyrics. */
function oldId3(png: Buffer): Buffer {
  const frames = [
    frame('TPE1', Buffer.from('\0AC/DC', 'latin1')),
    frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), png])),
    frame('USLT', Buffer.from(`\0eng\0${LYRICS[0]}`, 'latin1')),
    frame('SYLT', Buffer.from('\0eng\x02\x01\0One\0\0\0\x03\xe8Two\0\0\0\x07\xd0', 'latin1')),
  ]
  const body = Buffer.concat(frames)
  const size = [21, 14, 7, 0].map(shift => (body.length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...size]), body])
}

function frame(name: string, value: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.write(name, 0, 'latin1')
  head.writeUInt32BE(value.length, 4)
  return Buffer.concat([head, value])
}

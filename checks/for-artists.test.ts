import { detectFileKind } from '@refrain/server/importing/collection/file-kinds'
import { expect, it } from 'vitest'
import { readFile } from './sources.ts'

const readTokens = (css: string) =>
  new Map(Array.from(css.matchAll(/^ {2}(--[\w-]+): ([^;]+);/gm), match => [match[1] as string, match[2]]))

it('the pages that the server writes use the colour tokens of the others', () => {
  const tokens = readTokens(readFile('apps/web/src/tokens.css').split('@media')[0] as string)
  const own = readTokens(readFile('apps/server/src/for-artists/page.css'))
  expect(own.size).toBeGreaterThan(9)
  for (const [name, value] of own) expect([name, value]).toEqual([name, tokens.get(name)])
})

/** The names under which documents and pages list the formats. */
const FORMAT_NAMES = [
  ...['MP3', 'FLAC', 'M4A', 'AAC', 'ALAC', 'Ogg Vorbis', 'Opus', 'WAV', 'AIFF', 'WMA'],
  ...["Monkey's Audio", 'WavPack', 'Musepack', 'TTA', 'DSD', 'Matroska', 'WebM'],
]

it.each(['README.md', 'apps/server/src/for-artists/render-page.ts'])('%s names every format', path => {
  const text = readFile(path)
  expect(FORMAT_NAMES.filter(name => !text.includes(name))).toEqual([])
})

it('the import accepts the formats that are named, and no others', () => {
  for (const file of [
    'a.mp3',
    'a.flac',
    'a.m4a',
    'a.m4b',
    'a.mp4',
    'a.ogg',
    'a.opus',
    'a.wav',
    'a.aiff',
    'a.aac',
    'a.wma',
    'a.ape',
    'a.wv',
    'a.mpc',
    'a.dsf',
    'a.dff',
    'a.tta',
    'a.mka',
    'a.webm',
  ])
    expect([file, detectFileKind(file).kind]).toEqual([file, 'audio'])
  for (const file of ['a.mp1', 'a.mp2', 'a.tak', 'a.spx', 'a.m4p'])
    expect([file, detectFileKind(file).kind]).toEqual([file, 'unsupported'])
  expect(['cover.jpg', 'artist.jpg', 'a.lrc'].map(file => detectFileKind(file).kind)).toEqual([
    'cover',
    'artist',
    'lyrics',
  ])
})

import { withFile } from '@refrain/audio/bytes/file-bytes'
import { parseLyricsFile } from '@refrain/audio/tags/read-lyrics'
import { readTags } from '@refrain/audio/tags/read-tags'
import { cleanLines, cleanText } from '@refrain/audio/tags/tag-text'
import { describe, expect, it } from 'vitest'
import { useFolders } from '../testing/test-import.ts'
import { type TestTags, type TestTrack, writeTrack } from '../testing/write-music.ts'
import { sortText } from '../writers/sort-text.ts'

const folders = useFolders()
const ID = '89ad4ac3-39f7-470e-963a-56509c546377'

async function tagsOf(name: string, tags: TestTags, track: Partial<TestTrack> = {}) {
  const path = await writeTrack(folders.music, name, { ...track, tags })
  return withFile(path, bytes => readTags(bytes))
}

describe('tags', () => {
  it.each(['x.mp3', 'x.flac', 'x.m4a', 'x.ogg', 'x.opus', 'x.wav', 'x.aiff'])('of %s', async name => {
    const { tags } = await tagsOf(name, {
      TITLE: '  A\u0301  title\u0007 ',
      ARTIST: 'Ada',
      ALBUMARTIST: 'Ada & Bo',
      ALBUM: 'First',
      TRACKNUMBER: '3/12',
      DISCNUMBER: '2/2',
      DATE: '2001-05-03',
      GENRE: 'Jazz',
    })
    expect(tags).toMatchObject({
      title: 'Á title',
      credit: 'Ada',
      artists: { values: ['Ada'] },
      albumArtists: { values: ['Ada & Bo'] },
      album: 'First',
      number: 3,
      disc: 2,
      date: '2001-05-03',
      genres: ['Jazz'],
    })
  })

  it.each(['x.mp3', 'x.flac', 'x.ogg'])('reads several artists and genres from %s', async name => {
    const { tags } = await tagsOf(name, {
      ARTIST: ['Ada', 'Bo'],
      GENRE: ['Jazz', 'Dub; Folk'],
      MUSICBRAINZ_ARTISTID: [ID, ID.replace('8', '9')],
    })
    expect(tags.artists).toMatchObject({ values: ['Ada', 'Bo'], ids: [ID, ID.replace('8', '9')] })
    expect(tags.genres).toEqual(['Jazz', 'Dub; Folk'])
    expect(tags.credit).toBe('Ada, Bo')
  })

  it('reads ReplayGain, and R128 against the same loudness', async () => {
    const replay = await tagsOf('x.flac', {
      REPLAYGAIN_TRACK_GAIN: '-7.20 dB',
      REPLAYGAIN_TRACK_PEAK: '0.988',
      REPLAYGAIN_ALBUM_GAIN: '-6.5 dB',
      REPLAYGAIN_ALBUM_PEAK: '1.01',
    })
    expect(replay.tags.gains).toEqual({ trackGain: -7.2, trackPeak: 0.988, albumGain: -6.5, albumPeak: 1.01 })
    const r128 = await tagsOf('x.opus', { R128_TRACK_GAIN: '-1280', R128_ALBUM_GAIN: '256' })
    expect(r128.tags.gains).toMatchObject({ trackGain: 0, albumGain: 6, trackPeak: null })
    const bare = await tagsOf('y.flac', { REPLAYGAIN_TRACK_GAIN: '-7.2', REPLAYGAIN_TRACK_PEAK: 'loud' })
    expect(bare.tags.gains).toMatchObject({ trackGain: -7.2, trackPeak: null })
  })

  it('reads embedded lyrics, with times and without', async () => {
    const { tags } = await tagsOf('x.flac', { LYRICS: 'One line\r\nand another' })
    expect(tags.lyrics).toEqual({ synced: false, body: 'One line\nand another' })
    const timed = await tagsOf('y.flac', { LYRICS: '[00:01.00]One\n[00:02.50]Two' })
    expect(timed.tags.lyrics).toMatchObject({
      synced: true,
      body: expect.stringMatching(/^\[00:01\.00\]One\n\[00:02\.50\]Two$/),
    })
  })

  it('prefers the front cover', async () => {
    const cover = Uint8Array.from([0xff, 0xd8, 1])
    expect((await tagsOf('x.mp3', {}, { cover })).picture).toEqual(cover)
    expect((await tagsOf('y.mp3', {})).picture).toBeUndefined()
  })

  it('ignores impossible dates and numbers', async () => {
    const { tags } = await tagsOf('x.flac', { DATE: '2001-02-31', TRACKNUMBER: '-4', DISCNUMBER: '99999999' })
    expect(tags).toMatchObject({ date: '2001-02', number: 0, disc: 0 })
    expect((await tagsOf('y.flac', { DATE: '0000' })).tags.date).toBe('')
  })

  it('truncates and cleans hostile text', async () => {
    const { tags } = await tagsOf('x.flac', {
      TITLE: `<script>\u202e${'x'.repeat(100_000)}`,
      ARTIST: `a\u0000b`,
      ALBUM: '\n\t ',
    })
    expect(tags.title).toHaveLength(300)
    expect(tags.title.startsWith('<script>x')).toBe(true)
    expect(tags.album).toBe('')
  })
})

describe('texts', () => {
  it('lose lone surrogates', () => {
    expect(cleanText('a\ud800b')).toBe('a\ufffdb')
    expect(cleanText(`${'x'.repeat(299)}😀`).isWellFormed()).toBe(true)
  })

  it('keep a limited number of combining marks per letter', () => {
    const marks = '\u0316\u0301'.repeat(15)
    for (const clean of [cleanText, (text: string) => cleanLines(text, 1000)]) {
      expect(clean(`e${marks}! e${marks.repeat(9)}!`)).toBe(`e${marks}! e${marks}!`.normalize('NFC'))
    }
  })

  it('are sorted without accents and leading punctuation', () => {
    expect(sortText('“Élan”')).toBe('elan”')
    expect(sortText('!!!')).toBe('!!!')
    // One letter here is eighteen once it is folded; an index row has an end.
    expect(sortText('ﷺ'.repeat(300)).length).toBeLessThanOrEqual(300)
  })

  it('of lyrics files are UTF-8, UTF-16 or otherwise Latin-1', () => {
    const body = 'é [00:01.00]'
    expect(parseLyricsFile(Buffer.from(body))?.body).toBe(body)
    expect(
      parseLyricsFile(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body, 'utf16le')]))?.body,
    ).toBe(body)
    expect(parseLyricsFile(Buffer.from(body, 'latin1'))?.body).toBe(body)
    expect(parseLyricsFile(Buffer.from(' \n'))).toBeUndefined()
  })
})

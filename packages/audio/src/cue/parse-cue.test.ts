import { describe, expect, it } from 'vitest'
import { encodeText } from '../testing/encode-text.ts'
import { albumsOf } from '../testing/song-titles.ts'
import { cutFile } from './cut-file.ts'
import { decodeCue } from './decode-cue.ts'
import { parseCue } from './parse-cue.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')

/** The tracks of a sheet in one text each: `FILE: number title / performer @ seconds`. */
function read(bytes: Uint8Array, charset = ''): string[] {
  return parseCue(decodeCue(bytes, charset).text).files.flatMap(({ name, tracks }) =>
    tracks.map(
      ({ number, title, performer, start }) => `${name}: ${number} ${title} / ${performer} @ ${start}`,
    ),
  )
}

const two = (title = '"One"', performer = '"Ada"', file = 'FILE "disc.wav" WAVE') => `${file}
  TRACK 01 AUDIO
    TITLE ${title}
    PERFORMER ${performer}
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Two"
    PERFORMER "Bo"
    INDEX 00 03:58:70
    INDEX 01 04:01:15`
const TWO = ['disc.wav: 1 One / Ada @ 0', 'disc.wav: 2 Two / Bo @ 241.2']
const first = (text: string) => [text, TWO[1]!]

describe('a cue sheet', () => {
  it.each<[string, Uint8Array, readonly string[]]>([
    ['as rippers write it', utf8(two()), TWO],
    ['with CRLF', utf8(two().replaceAll('\n', '\r\n')), TWO],
    ['with CR only', utf8(two().replaceAll('\n', '\r')), TWO],
    ['with mixed line ends and blank lines', utf8(two().replace('\n', '\r\n\n\r')), TWO],
    ['with tabs and without indents', utf8(two().replaceAll(/^ +/gm, '\t')), TWO],
    [
      'in small letters',
      utf8(two().replaceAll(/(FILE|TRACK|INDEX|TITLE)/g, word => word.toLowerCase())),
      TWO,
    ],
    ['with a byte order mark', utf8(`\ufeff${two()}`), TWO],
    ['in UTF-16, little-endian', Buffer.from(`\ufeff${two()}`, 'utf16le'), TWO],
    ['in UTF-16, big-endian', Buffer.from(`\ufeff${two()}`, 'utf16le').swap16(), TWO],
    ['in UTF-16 without a mark', Buffer.from(two(), 'utf16le'), TWO],
    ['in big-endian UTF-16 without a mark', Buffer.from(two(), 'utf16le').swap16(), TWO],
    ['in UTF-8', utf8(two('"Þögnin 山"')), first('disc.wav: 1 Þögnin 山 / Ada @ 0')],
    ['in Latin-1', Buffer.from(two('"Mädchen"'), 'latin1'), first('disc.wav: 1 Mädchen / Ada @ 0')],
    ['in Windows-1252', encodeText(two('"Don’t"'), 'windows-1252'), first('disc.wav: 1 Don’t / Ada @ 0')],
    ['without quotes', utf8(two('One', 'Ada')), TWO],
    ['with one quote missing', utf8(two('"One', 'Ada"')), TWO],
    ['with quotes inside', utf8(two('"Say "Hi" now"')), first('disc.wav: 1 Say "Hi" now / Ada @ 0')],
    ['with escaped quotes', utf8(two('"Say \\"Hi\\""')), first('disc.wav: 1 Say "Hi" / Ada @ 0')],
    ['with an empty title', utf8(two('""')), first('disc.wav: 1  / Ada @ 0')],
    ['with a file name without quotes', utf8(two('One', 'Ada', 'FILE disc.wav WAVE')), TWO],
    [
      'with blanks in that',
      utf8(two('One', 'Ada', 'FILE my disc.wav wave')).subarray(0),
      ['my disc.wav: 1 One / Ada @ 0', 'my disc.wav: 2 Two / Bo @ 241.2'],
    ],
    [
      'with a type as its name, and many blanks',
      utf8(two('One', 'Ada', 'FILE ape \t  APE')),
      ['ape: 1 One / Ada @ 0', 'ape: 2 Two / Bo @ 241.2'],
    ],
    ['with the line ends of Unicode in a title', utf8(two('"One\u2028"')), TWO],
    ['with a folder of Windows', utf8(two('One', 'Ada', 'FILE "C:\\Rips\\disc.wav" WAVE')), TWO],
    ['with a folder', utf8(two('One', 'Ada', 'FILE "/rips/disc.wav" WAVE')), TWO],
    [
      'with unknown commands',
      utf8(`CATALOG 1\nFOO BAR\nREM\n${two()}\n    FLAGS DCP\n    POSTGAP 00:02:00`),
      TWO,
    ],
    ['with more indexes', utf8(`${two()}\n    INDEX 02 05:00:00`), TWO],
    ['with NULs at its end', Buffer.concat([utf8(two()), Buffer.alloc(40)]), TWO],
  ])('%s', (_name, bytes, tracks) => {
    expect(read(bytes)).toEqual(tracks)
  })

  it.each([
    ['windows-1251', 'cyrillic'],
    ['shift_jis', 'japanese'],
    ['gb18030', 'simplifiedChinese'],
    ['windows-1253', 'greek'],
  ] as const)('in %s', (charset, script) => {
    const titles = albumsOf(script)[0]!
    const tracks = titles.map(
      (title, n) => `  TRACK ${n + 1} AUDIO\n    TITLE "${title}"\n    INDEX 01 0${n}:00:00`,
    )
    const bytes = encodeText(`FILE "disc.wav" WAVE\n${tracks.join('\n')}`, charset)
    const { files } = parseCue(decodeCue(bytes).text)
    expect(files[0]?.tracks.map(({ title }) => title)).toEqual(titles)
  })

  it('in a character set that the operator names', () => {
    expect(read(encodeText(two('"Кино"'), 'koi8-r'), 'koi8-r')[0]).toBe('disc.wav: 1 Кино / Ada @ 0')
  })

  it('with everything that rippers note', () => {
    const text = two()
      .replace(
        'FILE',
        'REM GENRE "Progressive Rock"\nREM DATE 1971\nREM DISCNUMBER 2\nPERFORMER "Ada"\nTITLE "First"\nREM REPLAYGAIN_ALBUM_GAIN -7.65 dB\nREM REPLAYGAIN_ALBUM_PEAK 0.988\nFILE',
      )
      .replace(
        '    INDEX 01',
        '    ISRC de-A12-34-56789\n    REM REPLAYGAIN_TRACK_GAIN +1.5 dB\n    REM REPLAYGAIN_TRACK_PEAK 0.5\n    INDEX 01',
      )
    const { files, ...disc } = parseCue(text)
    expect(disc).toEqual({
      ...{ title: 'First', performer: 'Ada', genre: 'Progressive Rock', date: '1971', disc: 2 },
      ...{ albumGain: -7.65, albumPeak: 0.988 },
    })
    expect(files[0]?.tracks[0]).toMatchObject({ isrc: 'DEA123456789', trackGain: 1.5, trackPeak: 0.5 })
    expect(files[0]?.tracks[1]).toMatchObject({ isrc: '', trackGain: null, trackPeak: null })
  })

  it('of several files, with gaps at their ends', () => {
    const text = `FILE "a.wav" WAVE
  TRACK 01 AUDIO
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    INDEX 01 03:00:00
  TRACK 03 AUDIO
    INDEX 00 06:00:00
FILE "b.wav" WAVE
    INDEX 01 00:00:00
  TRACK 04 AUDIO
    INDEX 01 02:00:00`
    expect(read(utf8(text))).toEqual([
      'a.wav: 1  /  @ 0',
      'a.wav: 2  /  @ 180',
      'b.wav: 3  /  @ 0',
      'b.wav: 4  /  @ 120',
    ])
  })

  it.each([
    ['', 'it has no tracks: it is no cue sheet'],
    ['<html>404</html>', 'it has no tracks: it is no cue sheet'],
    ['TRACK 01 AUDIO', 'it names no file before line 1'],
    ['FILE "a" WAVE\nTRACK one AUDIO', 'its line 2 names no track'],
    ['FILE "a" WAVE\nTRACK 01 AUDIO\nINDEX 00 00:00:00', 'its track 1 has no INDEX 01'],
    ['FILE "a" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:61:00', 'its line 3 has no valid time'],
    ['FILE "a" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:75', 'its line 3 has no valid time'],
    ['FILE "a" WAVE\nTRACK 01 AUDIO\nINDEX 01 1:2', 'its line 3 has no valid time'],
    ['FILE "a" WAVE\nINDEX 01 00:00:00', 'its line 2 has no valid time'],
    [
      `FILE "a" WAVE\n${'TRACK 01 AUDIO\nINDEX 01 00:00:00\n'.repeat(100)}`,
      'it has more than 99 tracks in a file',
    ],
    ['FILE "a" WAVE\n'.repeat(100), 'it names too many files'],
    ['\n'.repeat(20_001), 'it has too many lines for a cue sheet'],
    [' '.repeat(600_000), 'it is too long for a cue sheet'],
  ])('that is broken (%#) says why', (text, reason) => {
    expect(() => parseCue(text)).toThrow(reason)
  })
})

describe('the cuts of a file', () => {
  const sheet = (...lines: string[]) =>
    parseCue(`FILE "a.wav" WAVE\n${lines.map((line, n) => `TRACK ${n + 1} ${line}`).join('\n')}`).files[0]!
  const at = (time: string, type = 'AUDIO') => `${type}\nINDEX 01 ${time}`
  const cuts = (file: ReturnType<typeof sheet>, trueSamples = 441_000) =>
    cutFile(file, { sampleRate: 44_100, trueSamples }).map(({ first, samples, track }) => [
      ...[track.number, first, samples],
    ])

  it.each([
    [
      'follow each other without a gap',
      [at('00:00:00'), at('00:02:01')],
      [
        [1, 0, 88_788],
        [2, 88_788, 352_212],
      ],
    ],
    [
      'begin with a short gap',
      [at('00:02:00'), at('00:05:00')],
      [
        [1, 0, 220_500],
        [2, 220_500, 220_500],
      ],
    ],
    [
      'begin with a hidden track',
      [at('00:05:00'), at('00:08:00')],
      [
        [0, 0, 220_500],
        [1, 220_500, 132_300],
        [2, 352_800, 88_200],
      ],
    ],
    [
      'leave out data',
      [at('00:00:00', 'MODE1/2352'), at('00:02:00'), at('00:04:00')],
      [
        [2, 88_200, 88_200],
        [3, 176_400, 264_600],
      ],
    ],
  ])('%s', (_name, lines, expected) => {
    expect(cuts(sheet(...lines))).toEqual(expected)
  })

  it('are refused where the sheet does not fit the file', () => {
    expect(() => cuts(sheet(at('00:00:00'), at('00:10:00')))).toThrow('track 2 begins behind the end')
    expect(() => cuts(sheet(at('00:00:00'), at('00:03:00'), at('00:03:00')))).toThrow('track 2 ends before')
    expect(() => cuts(sheet(at('00:00:00'), at('00:03:00'), at('00:01:00')))).toThrow('track 2 ends before')
  })
})

import { alternativeReading } from '@refrain/contract/library/playlist-files/names-from-path'
import type { PlaylistFile } from '@refrain/contract/library/playlist-files/playlist-file'
import { readPlaylistFile } from '@refrain/contract/library/playlist-files/read-playlist-file'
import { expect, it } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlaylistFile, trackIdFromLink } from './playlist-file.ts'
import { writeJspf } from './write-jspf.ts'
import { writeM3u8 } from './write-m3u8.ts'
import { writeXspf } from './write-xspf.ts'

const read = (text: string) => readPlaylistFile(new TextEncoder().encode(text))
const entries = (text: string) => read(text)?.entries
const writers = [
  ['M3U8', writeM3u8],
  ['XSPF', writeXspf],
  ['JSPF', writeJspf],
] as const

const AWKWARD: PlaylistFile = {
  title: 'Rain & <Snow> "quoted"',
  entries: [
    {
      title: 'A - B - C',
      artist: 'Some - Body',
      album: 'Álbum, with comma',
      seconds: 185,
      link: 'https://refrain.example/track/a_b-1',
    },
    {
      title: '夜 #1 ]]> &amp;',
      artist: 'مطر',
      album: 'L’été',
      seconds: 61,
      link: 'https://refrain.example/track/x',
    },
  ],
}

it.each(writers)('reads back what it wrote as %s', (_, write) => {
  expect(read(write(AWKWARD))).toEqual(AWKWARD)
})

it('writes the metadata and a link of each track', () => {
  const file = toPlaylistFile('Rain', makeTracks(makeAlbum('al1', 1)), 'https://refrain.example')
  expect(writeM3u8(file)).toBe(
    [
      '#EXTM3U',
      '#PLAYLIST:Rain',
      '#EXTINF:185,Artist ar1 - Track 1',
      '#EXTART:Artist ar1',
      '#EXTALB:Album al1',
      'https://refrain.example/track/al1-1',
      '',
    ].join('\n'),
  )
  expect(trackIdFromLink(file.entries[0]?.link)).toBe('al1-1')
})

it.each(writers)('escapes names in %s', (_, write) => {
  const title = 'One\n#EXTINF:1,Two\r\nThree</title><track>\u0000\ud800'
  const file = read(write({ title, entries: [{ title, artist: 'X\u2028Y', link: 'https://a/track/b' }] }))
  expect(file?.entries).toHaveLength(1)
  expect(file?.entries[0]?.title).toMatch(/^One\s+#EXTINF:1,Two\s+Three<\/title><track>/)
})

it('reads M3U with any line endings, byte order mark and attributes', () => {
  const text = [
    '\ufeff#EXTM3U',
    '#PLAYLIST: Road trip ',
    '#EXTINF:185,Artist - Title',
    'a.mp3',
    '',
    '#extinf:-1 tvg-id="x, y" group-title="News",Name, with comma',
    'http://b',
    '#EXTINF:12.6 , Singer – Song',
    '#EXTALB:Album',
    '#EXTVLCOPT:whatever',
    'c.mp3',
    '#EXTINF:,Bare',
    'd.mp3',
    '#EXTINF:30',
    'Artist - From the name.mp3',
  ].join('\r\n')
  const file = read(text)
  expect(file?.title).toBe('Road trip')
  expect(file?.entries.map(({ title, artist, album, seconds }) => [title, artist, album, seconds])).toEqual([
    ['Title', 'Artist', undefined, 185],
    ['Name, with comma', undefined, undefined, undefined],
    ['Song', 'Singer', 'Album', 12.6],
    ['Bare', undefined, undefined, undefined],
    ['From the name', 'Artist', undefined, 30],
  ])
})

it('reads titles and artists from the file names of plain M3U', () => {
  const lines = [
    'Music/The Artist/The Album/03 The Title.flac',
    'C:\\Music\\04 - One - Two.mp3',
    'caf%C3%A9.ogg',
    '100%.mp3',
    '..\\Album\\03 Song.mp3',
    '\\Music\\Song.mp3',
    '\\\\NAS\\Music\\Artist\\Album\\CD 2\\Song.mp3',
    'file:///C:/My%20Music/Album/Song.mp3',
  ]
  expect(entries(lines.join('\n'))?.map(({ title, artist, album }) => [title, artist, album])).toEqual([
    ['The Title', 'The Artist', 'The Album'],
    ['Two', 'One', undefined],
    ['café', undefined, undefined],
    ['100%', undefined, undefined],
    ['Song', undefined, 'Album'],
    ['Song', undefined, undefined],
    ['Song', 'Artist', 'Album'],
    ['Song', undefined, 'Album'],
  ])
})

it('offers an alternative reading of names with hyphens', () => {
  expect(alternativeReading({ artist: 'Some', title: 'Body - Song' })).toEqual({
    artist: 'Some - Body',
    title: 'Song',
  })
  expect(alternativeReading({ artist: 'Self', title: 'Titled' })).toEqual({ title: 'Self - Titled' })
  expect(alternativeReading({ title: 'Alone' })).toBeUndefined()
})

it('detects UTF-8, UTF-16 by its byte order mark, and Windows-1252', () => {
  const latin = Uint8Array.from('#EXTINF:1,Beyonc\u00e9 - D\u00e9j\u00e0\na.mp3', letter =>
    letter.charCodeAt(0),
  )
  expect(readPlaylistFile(latin)?.entries[0]).toMatchObject({ artist: 'Beyoncé', title: 'Déjà' })
  const wide = new Uint8Array(
    new Uint16Array(Array.from('\ufeffÉté.mp3', letter => letter.charCodeAt(0))).buffer,
  )
  expect(readPlaylistFile(wide)?.entries[0]?.title).toBe('Été')
})

it('reads PLS in the order of its numbers, with names from paths where it has none', () => {
  const lines = [
    '[playlist]',
    'NumberOfEntries=2',
    'File2=..\\Album\\02 B.mp3',
    'File1=a.mp3',
    'Title1=C - D',
    'Length1=61',
  ]
  expect(entries([...lines, 'Length2=-1', 'Title3=Without a file', 'Version=2'].join('\r'))).toEqual([
    { title: 'D', artist: 'C', seconds: 61, link: 'a.mp3' },
    { title: 'B', album: 'Album', link: '..\\Album\\02 B.mp3' },
  ])
})

it('reads XSPF in any namespace, with CDATA, and durations in milliseconds', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
    <x:playlist xmlns:x="http://xspf.org/ns/0/"><x:title>Mix</x:title><x:trackList>
      <x:track><x:title><![CDATA[A & B]]></x:title><x:creator>C&#233;</x:creator><x:duration>1500</x:duration></x:track>
      <x:track><x:location>https://a/track/b</x:location></x:track>
      <x:extension/>
    </x:trackList></x:playlist>`
  expect(read(text)).toEqual({
    title: 'Mix',
    entries: [
      { title: 'A & B', artist: 'Cé', seconds: 1.5 },
      { title: '', link: 'https://a/track/b' },
    ],
  })
})

it('rejects malicious files and other formats', () => {
  const laughs = `<!DOCTYPE p [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><playlist><title>&b;</title></playlist>`
  const outside = `<!doctype p [<!ENTITY x SYSTEM "file:///etc/passwd">]><playlist><title>&x;</title></playlist>`
  for (const text of [
    laughs,
    outside,
    '<playlist><trackList>',
    '<html/>',
    '{"playlist": 3}',
    '{',
    '{"a":',
    'RIFF\0\0',
  ])
    expect(read(text), text).toBeUndefined()
  expect(entries('{"playlist":{"track":[null, 7, {"title": 5, "location": {}}]}}')).toEqual([
    { title: '' },
    { title: '' },
    { title: '' },
  ])
})

it('cuts very long lines', () => {
  const long = `#EXTINF:1 ${'a="b" '.repeat(100_000)}"\n${' - '.repeat(500_000)}x`
  expect(entries(long)?.[0]?.title.length).toBeLessThan(3_000)
})

it('collapses spaces and ignores links that point elsewhere', () => {
  const [entry] =
    entries(
      `#EXTM3U\n#EXTINF:10,Ada ${' '.repeat(1_500)} -  Rain\nhttps://x.example.org/track/${'a'.repeat(70)}`,
    ) ?? []
  expect(entry).toMatchObject({ artist: 'Ada', title: 'Rain' })
  expect(trackIdFromLink(entry?.link)).toBeUndefined()
})

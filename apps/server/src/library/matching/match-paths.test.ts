import { readPlaylistFile } from '@refrain/contract/library/playlist-files/read-playlist-file'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { countStatements } from '../../testing/databases/count-statements.ts'
import { seed } from '../../testing/seed.ts'
import { matchTracks } from './match-tracks.ts'
import type { Entry } from './playlist-entry.ts'

/** The collection: `cafe` is as macOS writes it, decomposed. Titles are not those of the files, so that only paths find them. */
const FILES = {
  one: '/srv/music/Ada/First/03 One.mp3',
  cafe: '/srv/music/Ada/First/04 Cafe\u0301 #1 100%.flac',
  sigma: '/srv/music/Βήτα/ΟΔΟΣ/01 ΔΡΟΜΟΣ.ogg',
  loose: '/srv/music/Music/Song.mp3',
  disc1: '/srv/music/Bo/Box/CD1/01 Intro.mp3',
  disc1Cy: '/srv/music/Cy/Box/CD1/01 Intro.mp3',
  disc1Dee: '/srv/music/Dee/Live/CD1/01 Intro.mp3',
}
type Name = keyof typeof FILES

const utf8 = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'))
const utf16 = (text: string, mark = '\ufeff') =>
  new Uint8Array(Uint16Array.from(mark + text, letter => letter.charCodeAt(0)).buffer)
const latin = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const xspf = (...locations: readonly string[]) =>
  `<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>${locations
    .map(location => `<track><location>${location}</location></track>`)
    .join('')}</trackList></playlist>`

/** Lists as programs write them, and what is to be found. */
const LISTS: readonly (readonly [program: string, Uint8Array, readonly (Name | null)[]])[] = [
  [
    'Winamp: relative to the drive, Windows-1252',
    latin('#EXTM3U\r\n#EXTINF:60,Caf\u00e9\r\n\\Music\\Song.mp3\r\n\\First\\04 Caf\u00e9 #1 100%.flac\r\n'),
    ['loose', 'cafe'],
  ],
  [
    'foobar2000: absolute, with a byte order mark',
    utf8('\ufeff#EXTM3U', 'D:\\Musik\\Ada\\First\\03 One.mp3', 'D:\\Musik\\Bo\\Box\\CD1\\01 Intro.mp3'),
    ['one', 'disc1'],
  ],
  [
    'MediaMonkey: relative to the list',
    utf8('#EXTM3U', '#EXTINF:61,Other - Name', '..\\First\\03 One.mp3'),
    ['one'],
  ],
  [
    'MusicBee: UNC paths',
    utf8('\\\\NAS\\share\\ADA\\FIRST\\03 ONE.MP3', '\\\\NAS\\Cy\\Box\\CD1\\01 Intro.mp3'),
    ['one', 'disc1Cy'],
  ],
  [
    'iTunes: CR alone, composed letters',
    utf8(
      '#EXTM3U\r#EXTINF:60,a - b\r/Users/ada/Music/Ada/First/04 Caf\u00e9 #1 100%.flac\rAda/First/03 One.mp3',
    ),
    ['cafe', 'one'],
  ],
  ['iTunes: UTF-16', utf16('#EXTM3U\r\nC:\\iTunes\\Ada\\First\\04 Cafe\u0301 #1 100%.flac\r\n'), ['cafe']],
  ['Windows Media Player: UTF-16 without a mark', utf16('..\\Ada\\First\\03 One.mp3\r\n', ''), ['one']],
  [
    'VLC: file: addresses in XSPF',
    utf8(
      xspf(
        'file:///home/ada/Ada/First/04%20Cafe%CC%81%20%231%20100%25.flac',
        'file:///C:/M/%CE%92%CE%AE%CF%84%CE%B1/%CE%9F%CE%B4%CF%8C%CF%82/01%20x.ogg',
      ),
    ),
    ['cafe', null],
  ],
  ['VLC: relative percent codes in M3U', utf8('../First/04%20Caf%C3%A9%20%231%20100%25.flac'), ['cafe']],
  [
    'Rhythmbox: PLS',
    utf8(
      '[playlist]',
      'X-GNOME-Title=Mix',
      'File2=../First/03 One.mp3',
      'File1=file:///m/Dee/Live/CD1/01%20Intro.mp3',
    ),
    ['disc1Dee', 'one'],
  ],
  [
    'Amarok: percent codes of Windows-1252',
    utf8(xspf('file://localhost/m/First/04%20Caf%E9%20%231%20100%25.flac')),
    ['cafe'],
  ],
  ['Kodi: shares', utf8('smb://nas/music/Ada/First/03%20One.mp3'), ['one']],
  ['MPD: relative to the collection', utf8('Ada/First/03 One.mp3', 'Ada/First/03 One.mp3'), ['one', 'one']],
  ['Poweramp: without a list', utf8('primary/Music/βήτα/οδος/01 δρομος.ogg'), ['sigma']],
  [
    'A tail that several files share',
    utf8('E:\\CD1\\01 Intro.mp3', 'E:\\Box\\CD1\\01 Intro.mp3'),
    [null, null],
  ],
  [
    'No folder, other folders, addresses',
    utf8('03 One.mp3', 'X\\03 One.mp3', 'http://h/First/03 One.mp3'),
    [null, null, null],
  ],
]

onBothDatabases('matching by path', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Somebody')
    const album = await put.album('Something', artist)
    const names = new Map<string, Name>()
    async function add(name: string, path: string): Promise<void> {
      const id = await put.track(`Title of ${name}`, album, [artist], { true_samples: 44_100 * 60 })
      await put.file(path, '/srv/music', id)
      names.set(id, name as Name)
    }
    for (const [name, path] of Object.entries(FILES)) await add(name, path)
    const match = (entries: readonly Entry[]) => matchTracks(open, entries, new AbortController().signal)
    const find = async (bytes: Uint8Array) => {
      const entries = readPlaylistFile(bytes)!.entries.map(({ link, ...entry }) => ({ ...entry, path: link }))
      const { tracks } = await match(entries)
      return tracks.map(track => (track ? names.get(track.id) : null))
    }
    return { add, find, match, names }
  }

  it('finds the files of lists as programs write them, and no wrong ones (matchTracks)', async () => {
    const { find } = await start()
    for (const [program, bytes, wanted] of LISTS) expect(await find(bytes), program).toEqual(wanted)
  })

  it('says how each entry was found, or why not, and what may be meant (matchTracks)', async () => {
    const { match, names } = await start()
    const title = 'Title of one'
    const { reasons, candidates } = await match([
      { title: '', path: 'First/03 One.mp3' },
      { title, artist: 'Somebody' },
      { title: '', path: 'CD1/01 Intro.mp3' },
      { title, artist: 'Nobody', seconds: 999 },
      { title: 'None', path: 'None/None.mp3' },
    ])
    expect(reasons).toEqual(['path', 'names', 'several', 'differs', 'unknown'])
    expect(candidates.map(ids => ids.map(id => names.get(id)))).toEqual([
      [],
      [],
      ['disc1', 'disc1Cy', 'disc1Dee'],
      ['one'],
      [],
    ])
  })

  it('takes no file whose length and names are others (matchTracks)', async () => {
    const { match } = await start()
    const path = 'Queen/First/03 One.mp3'
    const entries = [
      { title: 'One', artist: 'Queen', seconds: 200, path },
      { title: 'One', artist: 'Queen', seconds: 61, path },
      { title: 'Title of one', artist: 'Somebody', seconds: 200, path },
    ]
    expect((await match(entries)).reasons).toEqual(['unknown', 'path', 'path'])
  })

  it('tells files apart of which many share two names, in few statements (matchTracks)', async () => {
    const { add, match, names } = await start()
    for (let n = 0; n < 30; n++) await add(`many${n}`, `/srv/music/Artist ${n}/Box/CD1/01 Intro.mp3`)
    const entries = Array.from({ length: 30 }, (_, n) => ({
      title: '',
      path: `Artist ${n}\\Box\\CD1\\01 Intro.mp3`,
    }))
    let found: Awaited<ReturnType<typeof match>> | undefined
    const statements = await countStatements(async () => {
      found = await match([...entries, { title: '', path: 'CD1/01 Intro.mp3' }])
    })
    expect(found?.tracks.map(track => names.get(track?.id ?? ''))).toEqual([
      ...entries.map((_, n) => `many${n}`),
      undefined,
    ])
    expect(found?.reasons.at(-1)).toBe('several')
    expect(statements).toBeLessThan(10)
  })
})

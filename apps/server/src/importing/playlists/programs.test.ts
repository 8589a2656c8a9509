import { expect, it } from 'vitest'
import { findTracks } from '../../library/matching/match-tracks.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { toList } from './read-list.ts'

const ROOT = '/srv/music'
const ARTISTS = [
  'Ada',
  'Café 100%',
  'Βήτα',
  '山田 & Co',
  'AC_DC',
  'Ünïcödé',
  'O’Neil',
  'Nr. #1',
  'Тест',
  'Señor [x]',
]
const ALBUMS = ['Live', 'Greatest  Hits', 'Box/CD1']
const NAMES = ['01 Intro.mp3', '02 50% off.flac', '03 Größe.ogg', '04 Name, with comma.m4a', '05 Ende;1.opus']

/** Paths from the folder of music. Each name stands in the folders of ten artists. */
const PATHS = ARTISTS.flatMap(artist =>
  ALBUMS.flatMap(album => NAMES.map(name => `${artist}/${album}/${name}`)),
)
const ABSENT = 'Nobody/Nothing/99 Absent.mp3'

const bytes = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, letter => letter.charCodeAt(0)).buffer)
const latin = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const windows = (path: string) => path.replaceAll('/', '\\')
const encode = (path: string) => path.split('/').map(encodeURIComponent).join('/')
const m3u = (lines: readonly string[], end = '\r\n') => ['#EXTM3U', ...lines].join(end)
const toXml = (text: string) => text.replaceAll('&', '&amp;')
const xspf = (locations: readonly string[]) =>
  bytes(
    `<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>${locations
      .map(location => `<track><location>${toXml(location)}</location></track>`)
      .join('')}</trackList></playlist>`,
  )
const pls = (files: readonly string[]) =>
  bytes(`[playlist]\n${files.map((file, n) => `File${n + 1}=${file}\nLength${n + 1}=-1`).join('\n')}`)
/** As Windows does: letters whose capitals are one letter. */
const capitals = (text: string) =>
  text.replaceAll(/./gu, letter =>
    letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter,
  )

/** How programs write a list in `/srv/music/Lists` of these paths. */
const PROGRAMS: Readonly<Record<string, (paths: readonly string[]) => Uint8Array>> = {
  'Winamp, from the root of the drive': paths =>
    latin(m3u(paths.filter(path => /^[\0-\xff]*$/.test(path)).map(path => `\\${windows(path)}`))),
  'foobar2000, absolute': paths => bytes(`\ufeff${m3u(paths.map(path => `D:\\Music\\${windows(path)}`))}`),
  'MediaMonkey, relative': paths => bytes(m3u(paths.map(path => `..\\${windows(path)}`))),
  'MusicBee, UNC in capitals': paths =>
    bytes(m3u(paths.map(path => `\\\\NAS\\share\\${capitals(windows(path))}`))),
  'iTunes, decomposed, CR alone': paths =>
    bytes(
      m3u(
        paths.map(path => `/Users/ada/Music/${path.normalize('NFD')}`),
        '\r',
      ),
    ),
  'iTunes, UTF-16': paths => utf16(`\ufeff${m3u(paths.map(path => `C:\\iTunes\\${windows(path)}`))}`),
  'Windows Media Player, UTF-16 without a mark': paths =>
    utf16(m3u(paths.map(path => `..\\${windows(path)}`))),
  'VLC, addresses in XSPF': paths => xspf(paths.map(path => `file:///home/ada/Music/${encode(path)}`)),
  'VLC, relative codes': paths =>
    bytes(
      m3u(
        paths.map(path => `../${encode(path)}`),
        '\n',
      ),
    ),
  'Rhythmbox, addresses in PLS': paths => pls(paths.map(path => `file:///home/ada/${encode(path)}`)),
  'Clementine, relative XSPF': paths => xspf(paths.map(path => `../${path}`)),
  'MPD, from the folder of music': paths => bytes(paths.join('\n')),
}

/** Lists of each program. */
const LISTS = 17
const LINES = 12

function* makeLists() {
  for (const [program, write] of Object.entries(PROGRAMS))
    for (let n = 0; n < LISTS; n++) {
      const paths = Array.from({ length: LINES }, (_, line) => PATHS[(n * 31 + line * 7) % PATHS.length]!)
      const written = program.startsWith('Winamp') ? paths.filter(path => /^[\0-\xff]*$/.test(path)) : paths
      yield { program, bytes: write([...paths, ABSENT]), paths: written }
    }
}

onBothDatabases('playlist files as twelve programs write them', openDatabase => {
  it('lead to the tracks that they name, and to no others', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Somebody')
    const album = await put.album('Something', artist)
    const names = new Map<string, string>()
    for (const [n, path] of PATHS.entries()) {
      const id = await put.track(`Track ${n}`, album, [artist])
      await put.file(`${ROOT}/${path}`, ROOT, id)
      names.set(id, path)
    }
    const lists = [...makeLists()].map(list => {
      const file = { path: `${ROOT}/Lists/list.m3u`, name: 'list.m3u', root: ROOT }
      return { ...list, entries: toList(file, list.bytes).entries }
    })
    expect(lists).toHaveLength(204)
    // As rippers write them beside the files: ten folders end in the same names.
    for (const artist of ARTISTS) {
      const file = { path: `${ROOT}/${artist}/Live/list.m3u`, name: 'list.m3u', root: ROOT }
      lists.push({
        program: 'Ripper, bare names',
        bytes: bytes(m3u(NAMES)),
        paths: NAMES.map(name => `${artist}/Live/${name}`),
        entries: toList(file, bytes(m3u(NAMES))).entries,
      })
    }
    const entries = lists.flatMap(list => list.entries)
    const found = await findTracks(open, entries, async () => {})
    const wrong: string[] = []
    const missed: string[] = []
    let existing = 0
    for (const list of lists)
      for (const [line, entry] of list.entries.entries()) {
        const wanted = list.paths[line]
        const id = found.get(entry)?.id
        const path = id && names.get(id)
        if (wanted !== undefined) existing++
        if (path !== undefined && path !== wanted) wrong.push(`${list.program}: ${wanted} is not ${path}`)
        if (path === undefined && wanted !== undefined) missed.push(`${list.program}: ${wanted}`)
      }
    expect(wrong).toEqual([])
    expect(existing).toBeGreaterThan(2_200)
    expect(missed.length / existing, missed.slice(0, 10).join('\n')).toBeLessThanOrEqual(0.01)
  })
})

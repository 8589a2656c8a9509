import { describe, expect, it } from 'vitest'
import { findFreeName, isNameOf, toSafeName } from '../writers/track-file-name.ts'
import { detectFileKind, findAlbumFolder, parseDiscNumber } from './file-kinds.ts'
import { namesFromPath } from './names-from-path.ts'

describe('names in the collection', () => {
  it.each([
    ['Ada/First/CD1', 'Ada/First'],
    ['Ada/First/Disc 2', 'Ada/First'],
    ['Ada/First (CD 2)', 'Ada/First'],
    ['Ada/First [disc 12]', 'Ada/First'],
    ['Ada/First', 'Ada/First'],
    ['Ada/Discography', 'Ada/Discography'],
    ['CD1', ''],
    ['', ''],
  ])('put the folder %s to the album %s', (folder, album) => {
    expect(findAlbumFolder(folder)).toBe(album)
  })

  it('contain disc numbers', () => {
    expect(['CD1', 'disc_02', 'First (Disc 3)', 'ACDC', 'Disco 4', 'Abcd 5'].map(parseDiscNumber)).toEqual([
      1, 2, 3, 0, 0, 0,
    ])
  })

  it.each([
    ['Ada/First/01 - One.mp3', { artist: 'Ada', album: 'First', number: 1, disc: 0, title: 'One' }],
    ['Ada/First/2-03. Three.flac', { number: 3, disc: 2, title: 'Three' }],
    ['Ada/First/CD2/04 Four.ogg', { artist: 'Ada', album: 'First', number: 4, disc: 2, title: 'Four' }],
    ['Ada/First (CD 2)/04 Four.ogg', { artist: 'Ada', album: 'First', number: 4, disc: 2 }],
    ['Ada - First/99 Luftballons.mp3', { artist: 'Ada', album: 'First', number: 99, title: 'Luftballons' }],
    ['1979.mp3', { artist: '', album: '', number: 0, title: '1979' }],
    ['a/b/7.mp3', { number: 0, title: '7' }],
    ['Ada/First/.mp3', { title: '.mp3' }],
  ])('are read from %s', (path, names) => {
    expect(namesFromPath(path)).toMatchObject(names)
  })

  it('determine the kind of a file', () => {
    const kinds = [
      'a.MP3',
      'Cover.JPG',
      'folder.webp',
      'artist.png',
      'photo.jpg',
      'a.lrc',
      'a.m3u',
      'a.cue',
      'a.svg',
      'noending',
    ]
    expect(kinds.map(name => detectFileKind(name).kind)).toEqual([
      'audio',
      'cover',
      'cover',
      'artist',
      'other',
      'lyrics',
      'playlist',
      'sheet',
      'other',
      'other',
    ])
    expect(detectFileKind('a.TAK')).toEqual({ kind: 'unsupported', format: 'TAK' })
  })
})

describe('the file name of a track in its URL (MED-01)', () => {
  it.each([
    ['01 One.mp3', '01-One.mp3'],
    ['07 Ça ira?.MP3', '07-Ca-ira.mp3'],
    ['../../etc/passwd.flac', 'etc-passwd.flac'],
    ['夜に駆ける.m4a', 'track.m4a'],
    ['%2e%2e#?&.ogg', '2e-2e.ogg'],
    [`${'x'.repeat(300)}.mp3`, `${'x'.repeat(80)}.mp3`],
  ])('%s', (name, url) => {
    expect(toSafeName(name)).toBe(url)
    expect(isNameOf(url, name)).toBe(true)
  })

  it('is unique', () => {
    const taken = new Set(['01-One.mp3', '01-One-2.mp3'])
    expect(findFreeName('01 One.mp3', taken)).toBe('01-One-3.mp3')
    expect(isNameOf('01-One-3.mp3', '01 One.mp3')).toBe(true)
    expect(isNameOf('01-One-more.mp3', '01 One.mp3')).toBe(false)
  })
})

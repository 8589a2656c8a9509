import { describe, expect, it } from 'vitest'
import { albumFolder, discOfFolder, kindOf } from './collection-names.ts'
import { namesFromPath } from './names-from-path.ts'
import { freeUrl, isUrlOf, safeName } from './sound-url.ts'

describe('names in a collection', () => {
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
    expect(albumFolder(folder)).toBe(album)
  })

  it('tell discs', () => {
    expect(['CD1', 'disc_02', 'First (Disc 3)', 'ACDC', 'Disco 4', 'Abcd 5'].map(discOfFolder)).toEqual([
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

  it('tell what a file is for', () => {
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
    expect(kinds.map(name => kindOf(name).kind)).toEqual([
      'sound',
      'cover',
      'cover',
      'artist',
      'other',
      'lyrics',
      'other',
      'other',
      'other',
      'other',
    ])
    expect(kindOf('a.WMA')).toEqual({ kind: 'unsupported', format: 'WMA' })
  })
})

describe('the address of a sound in its album (MED-01)', () => {
  it.each([
    ['01 One.mp3', '01-One.mp3'],
    ['07 Ça ira?.MP3', '07-Ca-ira.mp3'],
    ['../../etc/passwd.flac', 'etc-passwd.flac'],
    ['夜に駆ける.m4a', 'track.m4a'],
    ['%2e%2e#?&.ogg', '2e-2e.ogg'],
    [`${'x'.repeat(300)}.mp3`, `${'x'.repeat(80)}.mp3`],
  ])('%s', (name, url) => {
    expect(safeName(name)).toBe(url)
    expect(isUrlOf(url, name)).toBe(true)
  })

  it('is unique', () => {
    const taken = new Set(['01-One.mp3', '01-One-2.mp3'])
    expect(freeUrl('01 One.mp3', taken)).toBe('01-One-3.mp3')
    expect(isUrlOf('01-One-3.mp3', '01 One.mp3')).toBe(true)
    expect(isUrlOf('01-One-more.mp3', '01 One.mp3')).toBe(false)
  })
})

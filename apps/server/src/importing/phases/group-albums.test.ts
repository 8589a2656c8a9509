import { NO_SORT_TEXTS } from '@refrain/audio/tags/names/sort-names'
import { NO_NAMES } from '@refrain/audio/tags/names/written-names'
import { NO_REMARKS } from '@refrain/audio/tags/read-remarks'
import type { Named, Tags } from '@refrain/audio/tags/read-tags'
import { describe, expect, it } from 'vitest'
import type { AlbumFolder } from '../collection/album-folders.ts'
import type { FileResult } from './file-reader.ts'
import { groupAlbums } from './group-albums.ts'

type Given = Partial<Omit<Tags, 'artists' | 'albumArtists'>> & {
  artists?: string[]
  by?: string | Named
  picture?: string
}

const written = (names: readonly Named[]) => ({
  ...NO_NAMES,
  values: names.map(({ name }) => name),
  ids: names.map(({ mbid }) => mbid).filter(Boolean),
})

const named = (name: string): Named => ({ name, mbid: '' })

/** Files of one album folder by their paths below the collection, with what their tags say. */
function albums(folder: string, files: Readonly<Record<string, Given>>) {
  const paths = Object.keys(files)
  const album: AlbumFolder = {
    root: '/music',
    folder,
    covers: [],
    sheets: [],
    artistPictures: [],
    files: paths.map(inside => ({
      path: `/music/${inside}`,
      name: inside.split('/').at(-1)!,
      inside,
      root: '/music',
      size: 1,
      mtimeMs: 1,
      changedMs: 1,
      lrc: '',
      beside: '',
    })),
  }
  const answers = paths.map((inside): FileResult => {
    const { artists = [], by, picture = '', ...tags } = files[inside]!
    return {
      path: `/music/${inside}`,
      picture,
      doubtful: [],
      takesCharset: false,
      hasDamagedTags: false,
      lyrics: undefined,
      sheet: undefined,
      audio: {
        codec: 'mp3',
        sampleRate: 44_100,
        channels: 2,
        bitDepth: 0,
        trueSamples: 1,
        primingSamples: 0,
        audioId: inside,
      },
      tags: {
        credits: [],
        sortTexts: NO_SORT_TEXTS,
        title: '',
        credit: artists.join(' & '),
        album: '',
        albumMbid: '',
        mbid: '',
        isrc: '',
        compilation: false,
        genres: [],
        disc: 0,
        number: 0,
        date: '',
        originalDate: '',
        recordLabels: [],
        releaseTypes: [],
        discTitle: '',
        gains: { trackGain: null, albumGain: null, trackPeak: null, albumPeak: null },
        lyrics: undefined,
        chapters: [],
        remarks: NO_REMARKS,
        ...tags,
        artists: written(artists.map(named)),
        albumArtists: written(by === undefined ? [] : [typeof by === 'string' ? named(by) : by]),
      },
    }
  })
  return groupAlbums(album, answers)
}

const outline = (found: ReturnType<typeof albums>) =>
  found.map(album => [album.artist.name, album.title, album.tracks.map(track => track.title)])

describe('groupAlbums', () => {
  it('derives names from the path if there are no tags', () => {
    expect(
      outline(albums('Ada/First', { 'Ada/First/02 - Two.mp3': {}, 'Ada/First/01. One.mp3': {} })),
    ).toEqual([['Ada', 'First', ['One', 'Two']]])
    expect(outline(albums('Ada - First', { 'Ada - First/1-03 Three_and_four.mp3': {} }))).toEqual([
      ['Ada', 'First', ['Three and four']],
    ])
    expect(outline(albums('', { 'Loose song.mp3': {} }))).toEqual([
      ['Unknown Artist', 'Singles', ['Loose song']],
    ])
  })

  it('treats several artists in a folder without an album artist as a compilation', () => {
    const [album] = albums('Mix', {
      'Mix/1.mp3': { artists: ['Ada'], album: 'Mix' },
      'Mix/2.mp3': { artists: ['Bo'], album: 'Mix' },
    })
    expect(album).toMatchObject({ artist: { name: 'Various Artists' }, compilation: true })
    expect(album!.tracks.map(track => track.artists[0]!.name)).toEqual(['Ada', 'Bo'])
  })

  it('keeps guests in the credit and the album with its main artist', () => {
    const [album, ...more] = albums('A', {
      'A/1.mp3': { artists: ['Ada'], album: 'A' },
      'A/2.mp3': { artists: ['Ada feat. Bo & Cy'], album: 'A' },
      'A/3.mp3': { artists: ['Ada (ft. Di)'], album: 'A' },
    })
    expect(more).toEqual([])
    expect(album).toMatchObject({ artist: { name: 'Ada' }, compilation: false })
    expect(album!.tracks.map(track => [track.artists.map(one => one.name), track.credit])).toEqual([
      [['Ada'], 'Ada'],
      [['Ada', 'Bo', 'Cy'], 'Ada feat. Bo & Cy'],
      [['Ada', 'Di'], 'Ada (ft. Di)'],
    ])
  })

  it('does not split a name on a comma or an "&"', () => {
    const [album] = albums('A', { 'A/1.mp3': { artists: ['Earth, Wind & Fire'], album: 'A' } })
    expect(album!.tracks[0]!.artists.map(artist => artist.name)).toEqual(['Earth, Wind & Fire'])
  })

  it('separates albums with the same title by two artists', () => {
    expect(
      outline(
        albums('Hits', {
          'Hits/1.mp3': { artists: ['Ada'], by: 'Ada', album: 'Greatest Hits' },
          'Hits/2.mp3': { artists: ['Bo'], by: 'Bo', album: 'Greatest Hits' },
        }),
      ),
    ).toEqual([
      ['Ada', 'Greatest Hits', ['1']],
      ['Bo', 'Greatest Hits', ['2']],
    ])
  })

  it('joins tracks without an album artist with those that have one', () => {
    expect(
      albums('A', {
        'A/1.mp3': { artists: ['Ada'], by: 'Ada', album: 'A' },
        'A/2.mp3': { artists: ['Bo'], album: 'a ' },
      }),
    ).toHaveLength(1)
  })

  it('orders discs by tags or folder names', () => {
    const [album] = albums('Ada/Big', {
      'Ada/Big/CD2/01 c.mp3': {},
      'Ada/Big/CD1/02 b.mp3': {},
      'Ada/Big/CD1/01 a.mp3': {},
      'Ada/Big/Disc 3/01 d.mp3': {},
    })
    expect(album!.title).toBe('Big')
    expect(album!.tracks.map(track => [track.disc, track.number, track.title])).toEqual([
      [1, 1, 'a'],
      [1, 2, 'b'],
      [2, 1, 'c'],
      [3, 1, 'd'],
    ])
  })

  it('separates MusicBrainz releases, but not years', () => {
    const of = (albumMbid: string, date: string) => ({
      artists: ['Ada'],
      by: 'Ada',
      album: 'A',
      albumMbid,
      date,
    })
    expect(
      albums('A', { 'A/1.mp3': of('x', '2001'), 'A/2.mp3': of('y', '2001'), 'A/3.mp3': of('', '2001') }),
    ).toHaveLength(2)
    const [album, ...more] = albums('A', {
      'A/1.mp3': of('', '2001'),
      'A/2.mp3': of('', '1999'),
      'A/3.mp3': of('', '2001-05'),
    })
    expect(more).toEqual([])
    expect(album!.releaseDate).toBe('2001-05')
  })

  it('gives an album the same key wherever the collection is, and another key in another folder', () => {
    const key = (folder: string) =>
      albums(folder, { [`${folder}/1.mp3`]: { artists: ['Ada'], album: 'A' } })[0]!.key
    expect(key('A')).toBe(key('A'))
    expect(key('A')).not.toBe(key('B'))
  })

  it('recognises all spellings of Various Artists', () => {
    for (const by of ['various artists', 'VA', 'V.A.', 'Various']) {
      expect(albums('A', { 'A/1.mp3': { artists: ['Ada'], by, album: 'A' } })[0]!.artist.name).toBe(
        'Various Artists',
      )
    }
  })
})

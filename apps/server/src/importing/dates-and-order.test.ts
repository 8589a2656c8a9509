import { expect, it } from 'vitest'
import { readAlbum } from '../catalogue/album-store.ts'
import { readTracksOfAlbum } from '../catalogue/track-store.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { type Id3Frames, latin1, writeId3Track } from './testing/write-id3.ts'
import { type TestTags, writeTrack } from './testing/write-music.ts'

onBothDatabases('dates and the order of tracks', openTest => {
  const folders = useFolders()

  /** Imports an album of files with these tags. */
  async function importAlbum(files: Readonly<Record<string, TestTags>>) {
    const open = await openTest()
    for (const [name, tags] of Object.entries(files))
      await writeTrack(folders.music, `Ada/First/${name}`, {
        tags: { ARTIST: 'Ada', ALBUM: 'First', TRACKNUMBER: [], ...tags },
      })
    await importMusic(open, folders)
    const { albums } = await readCatalogue(open)
    const album = (await readAlbum(open.db, albums[0]!.id))!
    const tracks = await readTracksOfAlbum(open.db, album.id)
    expect(album.tracks).toEqual(tracks.map(track => track.id))
    return { open, album, tracks }
  }

  it('says no date of an album without one, which the field of the interface has nevertheless', async () => {
    const { album } = await importAlbum({ '01 One.mp3': { DATE: '0000' } })
    expect(album).toMatchObject({ releaseDate: '', originalDate: '' })
    expect(album.releasedAt).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`)
  })

  it.each(['mp3', 'flac', 'm4a', 'ogg', 'wav'])(
    'reads the dates in a %s file as people write them',
    async extension => {
      const { album } = await importAlbum({
        [`01 One.${extension}`]: { DATE: '2015/2', ORIGINALDATE: 'circa 1971' },
      })
      expect(album).toMatchObject({ releaseDate: '2015-02', originalDate: '1971' })
      expect(album.releasedAt).toBe('2015-02-01T00:00:00.000Z')
    },
  )

  it('orders an album of which only the original date is known by that', async () => {
    const { album } = await importAlbum({ '01 One.flac': { ORIGINALDATE: '1971' } })
    expect(album).toMatchObject({
      releaseDate: '',
      originalDate: '1971',
      releasedAt: '1971-01-01T00:00:00.000Z',
    })
  })

  /** Imports MP3s of which only title and numbers differ. */
  async function importNumbers(files: Readonly<Record<string, Id3Frames>>) {
    const open = await openTest()
    for (const [name, frames] of Object.entries(files))
      await writeId3Track(folders.music, `Ada/First/${name}`, { TPE1: 'Ada', TALB: 'First', ...frames })
    await importMusic(open, folders)
    const { albums } = await readCatalogue(open)
    return readTracksOfAlbum(open.db, albums[0]!.id)
  }

  it('makes discs of the sides of a record', async () => {
    const tracks = await importNumbers({
      'c.mp3': { TIT2: 'Three', TRCK: latin1('B1') },
      'b.mp3': { TIT2: 'Two', TRCK: latin1('A2'), TPOS: '1/1' },
      'a.mp3': { TIT2: 'One', TRCK: 'A1' },
    })
    expect(tracks.map(({ title, disc, discTitle, number }) => [title, disc, discTitle, number])).toEqual([
      ['One', 1, 'Side A', 1],
      ['Two', 1, 'Side A', 2],
      ['Three', 2, 'Side B', 1],
    ])
  })

  it('reads numbers with totals, discs and Roman ones', async () => {
    const tracks = await importNumbers({
      'a.mp3': { TRCK: '2-01' },
      'b.mp3': { TRCK: 'IV' },
      'c.mp3': { TRCK: '3 of 12' },
      'd.mp3': { TRCK: '02/12' },
    })
    expect(tracks.map(({ title, disc, number }) => [title, disc, number])).toEqual([
      ['d', 1, 2],
      ['c', 1, 3],
      ['b', 1, 4],
      ['a', 2, 1],
    ])
  })

  it('reads the year, and day and month, from the frames of ID3v2.3', async () => {
    const open = await openTest()
    await writeId3Track(folders.music, 'Ada/First/a.mp3', { TALB: 'First', TYER: '1995', TDAT: '0310' })
    await writeId3Track(folders.music, 'Ada/Last/a.mp3', { TALB: 'Last', TYER: latin1('Oct 3, 1995') })
    await importMusic(open, folders)
    const { albums } = await readCatalogue(open)
    expect(albums.map(album => album.release_date)).toEqual(['1995-10-03', '1995-10-03'])
  })

  it('orders tracks of the same number, or none, by the natural order of their files', async () => {
    const { tracks } = await importAlbum({
      'Part 10.flac': { TITLE: 'Alpha' },
      'Part 2.flac': { TITLE: 'Omega' },
      'Part 1.flac': { TITLE: 'Zeta' },
      'b.flac': { TITLE: 'First', TRACKNUMBER: '7' },
      'a10.flac': { TITLE: 'Again', TRACKNUMBER: '8' },
      'a9.flac': { TITLE: 'Zero', TRACKNUMBER: '8' },
    })
    expect(tracks.map(({ title }) => title)).toEqual(['Zeta', 'Omega', 'Alpha', 'First', 'Zero', 'Again'])
  })
})

import { expect, it } from 'vitest'
import { readListedAlbums } from '../catalogue/listings/listed-album-store.ts'
import { readCatalogueVersion } from '../catalogue/version-store.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { writeAlbum, writeTrack } from './testing/write-music.ts'

const RELEASE = {
  ...{ ARTIST: 'Ada', ALBUMARTIST: 'Ada', ALBUM: 'Live', DATE: '2011-02-03', ORIGINALDATE: '1974-05' },
  ...{ LABEL: ['Blue', 'Red Records'], RELEASETYPE: ['album', 'live'] },
}

onBothDatabases('details of releases', openTest => {
  const folders = useFolders()

  async function readOnly(open: Awaited<ReturnType<typeof openTest>>) {
    const { albums, tracks } = await readCatalogue(open)
    const [album] = await readListedAlbums(
      open.db,
      albums.map(({ id }) => id),
    )
    return { album, tracks }
  }

  it.each(['flac', 'mp3', 'm4a', 'ogg', 'opus'])(
    'are read from the tags of a %s file (SUB-71, SUB-72)',
    async extension => {
      const open = await openTest()
      const remarks = { BPM: '128', COMMENT: 'In Rome', MOOD: 'Calm', ITUNESADVISORY: '1' }
      const tags = { ...RELEASE, ...remarks, DISCNUMBER: '2', DISCSUBTITLE: 'The Encore' }
      await writeTrack(folders.music, `Ada/Live/01 One.${extension}`, { tags })
      await importMusic(open, folders)
      const { album, tracks } = await readOnly(open)
      expect(album).toMatchObject({
        releaseDate: '2011-02-03',
        originalDate: '1974-05',
        recordLabels: ['Blue', 'Red Records'],
        releaseTypes: ['album', 'live'],
        discTitles: [{ disc: 2, title: 'The Encore' }],
      })
      expect(tracks).toMatchObject([
        {
          bit_depth: extension === 'flac' ? 16 : 0,
          ...{ bpm: 128, comment: 'In Rome', moods: '["Calm"]', explicit: 'explicit' },
        },
      ])
    },
  )

  it('are those of all tracks of the album', async () => {
    const open = await openTest()
    const disc = (number: string, title: string, label: string) => ({
      ...RELEASE,
      ...{ DISCNUMBER: number, DISCSUBTITLE: title, LABEL: label, RELEASETYPE: 'Album/Live' },
    })
    await writeAlbum(folders.music, 'Ada/Live', disc('2', 'Night', 'Blue'), ['2-01 Three.mp3'])
    await writeAlbum(folders.music, 'Ada/Live', disc('1', 'Day', 'blue'), ['1-01 One.mp3', '1-02 Two.mp3'])
    await writeAlbum(folders.music, 'Ada/Live', { ...disc('3', '', 'Red'), DISCSUBTITLE: [] }, [
      '3-01 Four.mp3',
    ])
    await importMusic(open, folders)
    expect((await readOnly(open)).album).toMatchObject({
      recordLabels: ['Blue', 'Red'],
      releaseTypes: ['Album', 'Live'],
      discTitles: [
        { disc: 1, title: 'Day' },
        { disc: 2, title: 'Night' },
      ],
    })
  })

  it('are read by the first import after an upgrade, although no file has changed', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/Live', RELEASE, ['01 One.flac', '02 Two.mp3'])
    await importMusic(open, folders)
    const after = await readCatalogue(open)
    // What the migration leaves.
    await open.db.updateTable('files').set({ read_version: 0 }).execute()
    await open.db.updateTable('tracks').set({ bit_depth: 0 }).execute()
    await open.db
      .updateTable('albums')
      .set({ original_date: '', record_labels: '[]', release_types: '[]' })
      .execute()
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 2, skipped: [] })
    expect(await readCatalogue(open)).toEqual(after)
    const version = await readCatalogueVersion(open.db)
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await readCatalogueVersion(open.db)).toBe(version)
  })
})

import { expect, it } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { importMusic, readCatalogue, useFolders } from '../testing/test-import.ts'
import { type TestTags, writeTrack } from '../testing/write-music.ts'

/** Sort keys of the artists by name. */
async function readKeys(open: OpenDatabase): Promise<Record<string, string>> {
  const { artists } = await readCatalogue(open)
  return Object.fromEntries(artists.map(({ name, sort_name }) => [name, sort_name]))
}

onBothDatabases('sort names', openTest => {
  const folders = useFolders()

  const write = (path: string, tags: TestTags) => writeTrack(folders.music, path, { tags })

  it.each(['mp3', 'flac', 'm4a', 'ogg', 'wav'])(
    'of tags in a %s file order artists, albums and tracks (NAME-11)',
    async extension => {
      const open = await openTest()
      await write(`A/1 One.${extension}`, {
        ...{ ARTIST: 'Ada Ek', ARTISTSORT: 'Ek, Ada', ALBUMARTIST: 'Björn Ås', ALBUMARTISTSORT: 'Ås, Björn' },
        ...{ ALBUM: '(What) 1', ALBUMSORT: 'What One', TITLESORT: 'Uno' },
      })
      await importMusic(open, folders)
      const { albums, tracks } = await readCatalogue(open)
      expect(await readKeys(open)).toEqual({ 'Ada Ek': 'ek, ada', 'Björn Ås': 'as, bjorn' })
      expect(albums).toMatchObject([{ title: '(What) 1', sort_title: 'what one' }])
      expect(tracks).toMatchObject([{ title: 'One', sort_title: 'uno' }])
    },
  )

  it('belong to each of several artists, where there are as many (NAME-11)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ada Ek; Bo Ås feat. Cy Ux', ARTISTSORT: ['Ek, Ada', 'Ås, Bo'] })
    await write('B/1 Two.flac', { ARTIST: 'Di Ny; Eve Øs', ARTISTSORT: 'Ny, Di & Øs, Eve' })
    await importMusic(open, folders)
    expect(await readKeys(open)).toEqual({
      ...{ 'Ada Ek': 'ek, ada', 'Bo Ås': 'as, bo', 'Cy Ux': 'cy ux' },
      ...{ 'Di Ny': 'di ny', 'Eve Øs': 'eve øs' },
    })
  })

  it('are the most frequent of an artist’s tracks and albums, and go with the last one (NAME-11)', async () => {
    const open = await openTest()
    const tags = { ARTIST: 'The Élans', ALBUMARTIST: 'The Élans', ALBUM: 'A' }
    await write('A/1 One.flac', tags)
    await write('B/1 Two.flac', { ...tags, ALBUM: 'B', ARTISTSORT: 'Elans (The)' })
    const sorts = { ARTISTSORT: 'Élans, The', ALBUMARTISTSORT: 'Élans, The' }
    await write('C/1 Three.flac', { ...tags, ...sorts, ALBUM: 'C' })
    await importMusic(open, folders)
    expect(await readKeys(open)).toEqual({ 'The Élans': 'elans, the' })
    const before = await readCatalogue(open)
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 3 })
    expect(await readCatalogue(open)).toEqual(before)
    await write('C/1 Three.flac', { ...tags, ALBUM: 'C' })
    expect(await importMusic(open, folders)).toMatchObject({ changed: 1 })
    expect(await readKeys(open)).toEqual({ 'The Élans': 'elans (the)' })
    await write('B/1 Two.flac', { ...tags, ALBUM: 'B' })
    await importMusic(open, folders)
    expect(await readKeys(open)).toEqual({ 'The Élans': 'elans' })
  })

  it('follow a change of the articles (NAME-12)', async () => {
    const open = await openTest()
    for (const name of ['The Élans', 'Die Ärzte', 'L’Âme'])
      await write(`${name}/1 One.flac`, { ARTIST: name, ALBUM: name })
    await write('Les Uns/1 One.flac', { ARTIST: 'Les Uns', ARTISTSORT: 'Les Uns' })
    await importMusic(open, folders)
    const own = { 'Les Uns': 'les uns' }
    expect(await readKeys(open)).toEqual({
      ...{ 'The Élans': 'elans', 'Die Ärzte': 'die arzte', 'L’Âme': 'l’ame' },
      ...own,
    })
    const { version } = await open.db.selectFrom('catalogue_version').selectAll().executeTakeFirstOrThrow()
    const sortArticles = ['Die', 'Les', "L'"]
    await importMusic(open, folders, { sortArticles })
    expect(await readKeys(open)).toEqual({
      ...{ 'The Élans': 'the elans', 'Die Ärzte': 'arzte', 'L’Âme': 'ame' },
      ...own,
    })
    // Clients read lists of artists again.
    expect(await open.db.selectFrom('catalogue_version').selectAll().executeTakeFirst()).not.toEqual({
      version,
    })
    expect(await importMusic(open, folders, { sortArticles })).toMatchObject({ changed: 0, unchanged: 4 })
  })

  it('are read of a collection that an earlier version has imported (NAME-11)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ada Ek', ARTISTSORT: 'Ek, Ada' })
    await importMusic(open, folders)
    // As the version before read it.
    await open.db.updateTable('files').set({ read_version: 2 }).execute()
    await open.db.updateTable('track_artists').set({ sort_name: '' }).execute()
    await open.db.updateTable('artists').set({ sort_name: 'ada ek' }).execute()
    await importMusic(open, folders)
    expect(await readKeys(open)).toEqual({ 'Ada Ek': 'ek, ada' })
  })
})

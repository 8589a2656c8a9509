import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readAlbumsOfArtist } from '../catalogue/album-store.ts'
import { readArtistsPage } from '../catalogue/artist-store.ts'
import { readArtistCredits, readArtistOrPerson, readTrackCredits } from '../catalogue/credits/credit-store.ts'
import { readAppearances, readListedArtists } from '../catalogue/listings/listed-artist-store.ts'
import type { OpenDatabase } from '../database/open.ts'
import { readAlbums } from '../subsonic/shapes/album.ts'
import { readChildren } from '../subsonic/shapes/song.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { type TestTags, writeTrack } from './testing/write-music.ts'

const ids = async ({ db }: OpenDatabase) =>
  new Map((await db.selectFrom('credited_people').selectAll().execute()).map(({ name, id }) => [name, id]))

async function trackId(open: OpenDatabase, title: string): Promise<string> {
  return (await readCatalogue(open)).tracks.find(track => track.title === title)!.id
}

/** The credits of a track as "role: name, name". */
async function readCredits(open: OpenDatabase, title: string): Promise<string[]> {
  const credits = await readTrackCredits(open.db, await trackId(open, title))
  return credits.map(({ role, people }) => `${role}: ${people.map(({ name }) => name).join(', ')}`)
}

/** The credits on a person's page as "role: album, album". */
async function readPage({ db }: OpenDatabase, id: string): Promise<string[]> {
  const credits = await readArtistCredits(db, id)
  return credits.map(({ role, albums }) => `${role}: ${albums.map(({ title }) => title).join(', ')}`)
}

onBothDatabases('people of other roles', openTest => {
  const folders = useFolders()
  const write = (path: string, tags: TestTags) => writeTrack(folders.music, path, { tags })

  it('are on the page of a track and on their own, but in no listing of artists (NAME-13)', async () => {
    const open = await openTest()
    const tags = { ARTIST: 'Ana Sol', ALBUMARTIST: 'Ana Sol', ALBUM: 'First', DATE: '2001' }
    await write('A/1 One.flac', {
      ...tags,
      COMPOSER: 'Cy Lam; Ana Sol',
      LYRICIST: ['Cy Lam', 'Di'],
      PRODUCER: 'Eva',
    })
    await write('A/2 Two.mp3', {
      ...tags,
      COMPOSER: 'cy lam',
      CONDUCTOR: 'Flo',
      REMIXER: 'Bo',
      ARRANGER: 'Gus',
    })
    await write('B/1 Three.m4a', { ARTIST: 'Bo', ALBUM: 'Second', DATE: '2002', COMPOSER: 'Cy Lam' })
    await importMusic(open, folders)
    expect(await readCredits(open, 'One')).toEqual([
      'composer: Cy Lam, Ana Sol',
      'lyricist: Cy Lam, Di',
      'producer: Eva',
    ])
    expect(await readCredits(open, 'Two')).toEqual([
      'composer: cy lam',
      'arranger: Gus',
      'conductor: Flo',
      'remixer: Bo',
    ])
    const people = await ids(open)
    const { artists } = await readCatalogue(open)
    const idOf = (name: string) => artists.find(artist => artist.name === name)!.id
    const cy = people.get('Cy Lam')!
    expect(await readPage(open, cy)).toEqual(['composer: Second, First', 'lyricist: First'])
    expect(await readPage(open, idOf('Bo'))).toEqual(['remixer: First'])
    // Her own album.
    expect(await readPage(open, idOf('Ana Sol'))).toEqual([])
    expect(await readArtistOrPerson(open.db, cy)).toMatchObject({ name: 'Cy Lam', isCreditOnly: true })
    expect(await readArtistOrPerson(open.db, idOf('Bo'))).not.toHaveProperty('isCreditOnly')
    expect((await readArtistsPage(open.db, 1)).artists.map(({ name }) => name)).toEqual(['Ana Sol', 'Bo'])
    // In apps.
    const [one, three] = await readChildren(open.db, 'ada', [
      await trackId(open, 'One'),
      await trackId(open, 'Three'),
    ])
    expect(one!.contributors).toEqual([
      { role: 'composer', artist: { id: `ar-${cy}`, name: 'Cy Lam' } },
      { role: 'composer', artist: { id: `ar-${idOf('Ana Sol')}`, name: 'Ana Sol' } },
      { role: 'lyricist', artist: { id: `ar-${cy}`, name: 'Cy Lam' } },
      { role: 'lyricist', artist: { id: `ar-${people.get('Di')}`, name: 'Di' } },
      { role: 'producer', artist: { id: `ar-${people.get('Eva')}`, name: 'Eva' } },
    ])
    expect(three!.contributors).toHaveLength(1)
    expect(await readListedArtists(open.db, [cy])).toMatchObject([{ name: 'Cy Lam', ownAlbumCount: 0 }])
  })

  it('keep their page when they begin and cease to perform, and lose it with the last credit (NAME-13)', async () => {
    const open = await openTest()
    const file = await write('A/1 One.flac', { ARTIST: 'Bo', ALBUM: 'A', COMPOSER: 'Cy' })
    await write('C/1 Three.flac', { ARTIST: 'Bo', ALBUM: 'C' })
    await importMusic(open, folders)
    const id = (await ids(open)).get('Cy')!
    const MUSICBRAINZ_ARTISTID = '89ad4ac3-39f7-470e-963a-56509c546371'
    const own = await write('B/1 Two.flac', {
      ARTIST: 'Cy',
      MUSICBRAINZ_ARTISTID,
      ALBUM: 'B',
      COMPOSER: 'Cy',
    })
    await importMusic(open, folders)
    expect((await readCatalogue(open)).artists.map(artist => [artist.name, artist.id])).toContainEqual([
      'Cy',
      id,
    ])
    expect(await readPage(open, id)).toEqual(['composer: A'])
    const before = await readCatalogue(open)
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 3 })
    expect(await readCatalogue(open)).toEqual(before)
    await rm(own)
    await importMusic(open, folders, { forget: async () => true })
    expect(await readArtistOrPerson(open.db, id)).toMatchObject({ name: 'Cy', isCreditOnly: true })
    await write('A/1 One.flac', { ARTIST: 'Bo', ALBUM: 'A' })
    expect(await importMusic(open, folders)).toMatchObject({ changed: 1 })
    expect(await readArtistOrPerson(open.db, id)).toBeUndefined()
    await write('A/1 One.flac', { ARTIST: 'Bo', ALBUM: 'A', COMPOSER: 'Cy' })
    await importMusic(open, folders)
    await rm(file)
    await importMusic(open, folders, { forget: async () => true })
    expect(await ids(open)).toEqual(new Map())
  })

  it('are the artist of the track who has their name, whatever others are called so (NAME-13)', async () => {
    const open = await openTest()
    const id = (n: number) => `89ad4ac3-39f7-470e-963a-56509c54637${n}`
    await write('A/1 One.flac', { ARTIST: 'Bo', MUSICBRAINZ_ARTISTID: id(1), ALBUM: 'A' })
    await write('B/1 Two.flac', { ARTIST: 'Bo', MUSICBRAINZ_ARTISTID: id(2), ALBUM: 'B', COMPOSER: 'Bo' })
    await importMusic(open, folders)
    const second = (await readCatalogue(open)).artists.find(({ mbid }) => mbid === id(2))!
    const [credit] = await readTrackCredits(open.db, await trackId(open, 'Two'))
    expect(credit!.people).toEqual([{ id: second.id, name: 'Bo' }])
  })

  it('come to a collection that an earlier version has imported (NAME-13, NAME-14)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ada', ALBUMARTIST: 'Ada; Bo', ALBUM: 'A', COMPOSER: 'Cy' })
    await importMusic(open, folders)
    const after = await readCatalogue(open)
    for (const table of ['track_credits', 'credited_people', 'album_artists'] as const)
      await open.db.deleteFrom(table).execute()
    await open.db.updateTable('albums').set({ credit_names: '' }).execute()
    await open.db.updateTable('files').set({ read_version: 3 }).execute()
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 1 })
    expect(await readCredits(open, 'One')).toEqual(['composer: Cy'])
    expect(await readCatalogue(open)).toEqual(after)
  })
})

onBothDatabases('albums of several artists', openTest => {
  const folders = useFolders()
  const write = (path: string, tags: TestTags) => writeTrack(folders.music, path, { tags })

  it('are on the page of each, and name all of them to apps (NAME-14)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Hey Nora; Ho Liam', ALBUMARTIST: 'Hey Nora; Ho Liam', ALBUM: 'A' })
    await write('A/2 Two.flac', { ARTIST: 'Hey Nora', ALBUMARTIST: 'Hey Nora; Ho Liam', ALBUM: 'A' })
    await write('B/1 Three.flac', { ARTIST: ['Hey Nora', 'Ho Liam'], ALBUM: 'B' })
    await write('C/1 Four.flac', { ARTIST: 'Ho Liam', ALBUMARTIST: 'Various Artists; Hey Nora', ALBUM: 'C' })
    await importMusic(open, folders)
    const { artists, albums, tracks } = await readCatalogue(open)
    const [nora, liam] = ['Hey Nora', 'Ho Liam'].map(name => artists.find(one => one.name === name)!.id) as [
      string,
      string,
    ]
    const titles = async (id: string) =>
      (await readAlbumsOfArtist(open.db, id)).map(({ title }) => title).sort()
    expect(await titles(nora)).toEqual(['A', 'B'])
    expect(await titles(liam)).toEqual(['A', 'B'])
    const a = albums.find(({ title }) => title === 'A')!
    expect(a.artist_id).toBe(nora)
    expect(await readAppearances(open.db, liam, 9)).toEqual([albums.find(({ title }) => title === 'C')!.id])
    expect(await readListedArtists(open.db, [liam])).toMatchObject([{ ownAlbumCount: 2 }])
    const both = [
      { id: `ar-${nora}`, name: 'Hey Nora' },
      { id: `ar-${liam}`, name: 'Ho Liam' },
    ]
    expect(await readAlbums(open.db, 'ada', [a.id])).toMatchObject([
      { artists: both, artist: 'Hey Nora', displayArtist: 'Hey Nora, Ho Liam' },
    ])
    const two = tracks.find(({ title }) => title === 'Two')!
    expect(await readChildren(open.db, 'ada', [two.id])).toMatchObject([{ albumArtists: both }])
    // One who is no longer among them has no music left.
    await write('B/1 Three.flac', { ARTIST: 'Hey Nora', ALBUM: 'B' })
    await write('A/1 One.flac', { ARTIST: 'Hey Nora', ALBUMARTIST: 'Hey Nora', ALBUM: 'A' })
    await write('A/2 Two.flac', { ARTIST: 'Hey Nora', ALBUMARTIST: 'Hey Nora', ALBUM: 'A' })
    await write('C/1 Four.flac', { ARTIST: 'Hey Nora', ALBUM: 'C' })
    await importMusic(open, folders)
    expect((await readCatalogue(open)).artists.map(({ name }) => name)).toEqual(['Hey Nora'])
  })
})

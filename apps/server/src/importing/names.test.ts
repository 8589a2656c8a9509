import { readFile, writeFile } from 'node:fs/promises'
import { DEFAULT_SEPARATORS, makeNameRule } from '@refrain/audio/tags/names/name-rule'
import { type TaggedFields, taggedBytes } from '@refrain/audio/tags/names/testing/tagged-bytes'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { type TestTags, writeTrack } from './testing/write-music.ts'

const ID = (n: number) => `89ad4ac3-39f7-470e-963a-56509c54637${n}`

/** Every track with its credit and its artists; a guest's name begins with "+". */
async function readCredits(open: OpenDatabase) {
  const { tracks, trackArtists, artists } = await readCatalogue(open)
  const nameOf = new Map(artists.map(({ id, name }) => [id, name]))
  return Object.fromEntries(
    tracks.map(({ id, title, credit }) => {
      const own = trackArtists.filter(({ track_id }) => track_id === id)
      const names = own.map(({ artist_id, role }) => (role === 'guest' ? '+' : '') + nameOf.get(artist_id))
      return [title, [credit, ...names]]
    }),
  )
}

async function readNames(open: OpenDatabase): Promise<string[]> {
  return (await readCatalogue(open)).artists.map(({ name }) => name).sort()
}

/** A listener who likes the tracks, has them in a playlist, follows the artists, and has played one of them. @returns reads the first two */
async function keepEverything(
  { db }: OpenDatabase,
  { tracks, artists }: Awaited<ReturnType<typeof readCatalogue>>,
) {
  const [email, nothing] = ['ada@example.org', { password_hash: null, google_sub: null, profile_path: '' }]
  await db
    .insertInto('users')
    .values({ id: 'ada', name: 'Ada', email, folded_email: email, created_at: 0, ...nothing })
    .execute()
  for (const kind of ['playlist', 'liked'] as const) {
    const look = { profile_path: '', color: '#000000', thumbhash: '' }
    const values = { ...look, id: kind, user_id: 'ada', kind, title: kind, version: 1, created_at: 0 }
    await db.insertInto('playlists').values(values).execute()
    const entries = tracks.map(({ id }, n) => ({
      playlist_id: kind,
      track_id: id,
      position: 10 - n,
      added_at: n,
    }))
    await db.insertInto('playlist_tracks').values(entries).execute()
  }
  const follows = artists.map(({ id }) => ({ user_id: 'ada', artist_id: id, followed_at: 5 }))
  await db.insertInto('follows').values(follows).execute()
  await db.updateTable('artists').set({ followers: 1 }).execute()
  await db.updateTable('tracks').set({ play_count: 7 }).where('id', '=', tracks[0]!.id).execute()
  return () =>
    db.selectFrom('playlist_tracks').selectAll().orderBy('playlist_id').orderBy('position').execute()
}

onBothDatabases('names of artists', openTest => {
  const folders = useFolders()

  const write = (path: string, tags: TestTags) => writeTrack(folders.music, path, { tags })

  async function writeOld(path: string, fields: TaggedFields): Promise<void> {
    const file = await writeTrack(folders.music, path, { untagged: true })
    const tag = taggedBytes('id3v2.3', fields)
    await writeFile(file, Buffer.concat([tag, await readFile(file)]))
  }

  it('are one each in a field that lists them in one text (NAME-01)', async () => {
    const open = await openTest()
    const tags = { ARTIST: 'Alba Ferro & Bruno Keel', ALBUMARTIST: 'Alba Ferro' }
    await write('A/1 One.mp3', { ...tags, ARTISTS: 'Alba Ferro; Bruno Keel' })
    await write('A/2 Two.m4a', { ...tags, ARTISTS: 'Alba Ferro;Bruno Keel' })
    await importMusic(open, folders)
    expect(await readCredits(open)).toEqual({
      One: ['Alba Ferro & Bruno Keel', 'Alba Ferro', 'Bruno Keel'],
      Two: ['Alba Ferro & Bruno Keel', 'Alba Ferro', 'Bruno Keel'],
    })
    expect(await readNames(open)).toEqual(['Alba Ferro', 'Bruno Keel'])
  })

  it('are one each in the artist and the album’s artist (NAME-01)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Hey Nora; Ho Liam', ALBUMARTIST: 'Hey Nora; Ho Liam', ALBUM: 'A' })
    await write('B/1 Two.flac', { ARTIST: '山田、鈴木', ALBUM: 'B' })
    await importMusic(open, folders)
    expect(await readCredits(open)).toEqual({
      One: ['Hey Nora; Ho Liam', 'Hey Nora', 'Ho Liam'],
      Two: ['山田、鈴木', '山田', '鈴木'],
    })
    expect(await readNames(open)).toEqual(['Hey Nora', 'Ho Liam', '山田', '鈴木'])
  })

  it('are separated by a slash in ID3v2.3, and the credit stays as written (NAME-02, NAME-03)', async () => {
    const open = await openTest()
    await writeOld('A/1.mp3', { TITLE: ['One'], ARTIST: ['Cato Lind/Dora Mist'] })
    await writeOld('B/1.mp3', { TITLE: ['Two'], ARTIST: ['AC/DC'], ALBUMARTIST: ['AC/DC'] })
    await writeOld('C/1.mp3', { TITLE: ['Three'], ARTIST: ['Cy / Di'] })
    await importMusic(open, folders)
    expect(await readCredits(open)).toEqual({
      One: ['Cato Lind/Dora Mist', 'Cato Lind', 'Dora Mist'],
      Two: ['AC/DC', 'AC/DC'],
      Three: ['Cy / Di', 'Cy', 'Di'],
    })
    const { tracks, artists } = await readCatalogue(open)
    const idOf = (name: string) => artists.find(artist => artist.name === name)!.id
    expect(tracks.find(({ title }) => title === 'One')!.credit_names).toBe(
      JSON.stringify([
        [idOf('Cato Lind'), 'Cato Lind'],
        [idOf('Dora Mist'), 'Dora Mist'],
      ]),
    )
  })

  it('of guests are artists of the track, from its artist and its title (NAME-04)', async () => {
    const open = await openTest()
    const tags = { ALBUMARTIST: 'Edda Roux', ALBUM: 'A' }
    await write('A/1 One.mp3', { ...tags, ARTIST: 'Edda Roux feat. Finn Ost' })
    await write('A/2.mp3', { ...tags, ARTIST: 'Edda Roux', TITLE: 'Two (with Gil Hay)' })
    await write('A/3.mp3', { ...tags, ARTIST: 'Edda Roux', TITLE: 'Stay (with me)' })
    await write('A/4 Four.flac', {
      ...tags,
      ARTIST: 'Edda Roux ft. Finn Ost',
      ARTISTS: ['Edda Roux', 'Finn Ost'],
    })
    await importMusic(open, folders)
    expect(await readCredits(open)).toEqual({
      One: ['Edda Roux feat. Finn Ost', 'Edda Roux', '+Finn Ost'],
      'Two (with Gil Hay)': ['Edda Roux', 'Edda Roux', '+Gil Hay'],
      'Stay (with me)': ['Edda Roux', 'Edda Roux'],
      Four: ['Edda Roux ft. Finn Ost', 'Edda Roux', '+Finn Ost'],
    })
    expect((await readCatalogue(open)).albums).toHaveLength(1)
  })

  it('are as many as MusicBrainz ids (NAME-05)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ada & Bo', MUSICBRAINZ_ARTISTID: [ID(1), ID(2)] })
    await write('A/2 Two.flac', { ARTIST: 'Cy; Di', MUSICBRAINZ_ARTISTID: ID(3) })
    await importMusic(open, folders)
    expect(await readCredits(open)).toEqual({ One: ['Ada & Bo', 'Ada', 'Bo'], Two: ['Cy; Di', 'Cy; Di'] })
  })

  it('follow evidence of a later file, of which no other file is read again (NAME-06)', async () => {
    const open = await openTest()
    await writeOld('A/1.mp3', { TITLE: ['One'], ARTIST: ['Ada/Bo'] })
    await write('B/1 Two.flac', { ARTIST: 'Ada' })
    await importMusic(open, folders)
    expect(await readCredits(open)).toMatchObject({ One: ['Ada/Bo', 'Ada/Bo'] })
    const { files } = await readCatalogue(open)
    await write('C/1 Three.flac', { ARTIST: 'Bo' })
    expect(await importMusic(open, folders)).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
    expect(await readCredits(open)).toMatchObject({ One: ['Ada/Bo', 'Ada', 'Bo'] })
    expect(await readNames(open)).toEqual(['Ada', 'Bo'])
    expect((await readCatalogue(open)).files).toEqual(expect.arrayContaining(files))
    const before = await readCatalogue(open)
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 0, unchanged: 3 })
    expect(await readCatalogue(open)).toEqual(before)
  })

  it('follow evidence within one import, whichever file comes first (NAME-06)', async () => {
    const open = await openTest()
    await writeOld('A/1.mp3', { TITLE: ['One'], ARTIST: ['Ada/Bo'] })
    await writeOld('A/2.mp3', { TITLE: ['Two'], ARTIST: ['Cato Lind/Dora Mist'] })
    await write('B/1 Three.flac', { ARTIST: 'Ada' })
    await write('C/1 Four.flac', { ARTIST: 'Bo' })
    await write('D/1 Five.flac', { ARTIST: 'Cato Lind/Dora Mist' })
    expect(await importMusic(open, folders)).toMatchObject({ added: 5, changed: 0 })
    expect(await readCredits(open)).toMatchObject({
      One: ['Ada/Bo', 'Ada', 'Bo'],
      Two: ['Cato Lind/Dora Mist', 'Cato Lind/Dora Mist'],
    })
  })

  it('of guests follow evidence of a later file, too (NAME-06)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ana Sol feat. Tegan and Sara' })
    await write('A/2.flac', { ARTIST: 'Ana Sol', TITLE: 'Two (with Tegan and Sara)' })
    const ARTISTS = ['Ana Sol', 'Ada and Bo']
    await write('A/3 Three.flac', { ARTIST: 'Ana Sol feat. Ada and Bo', ARTISTS })
    await importMusic(open, folders)
    expect(await readCredits(open)).toMatchObject({
      One: ['Ana Sol feat. Tegan and Sara', 'Ana Sol', '+Tegan', '+Sara'],
      Three: ['Ana Sol feat. Ada and Bo', 'Ana Sol', '+Ada and Bo'],
    })
    await write('B/1 Four.flac', { ARTIST: 'Tegan and Sara' })
    expect(await importMusic(open, folders)).toMatchObject({ added: 1, changed: 2 })
    expect(await readCredits(open)).toMatchObject({
      One: ['Ana Sol feat. Tegan and Sara', 'Ana Sol', '+Tegan and Sara'],
      'Two (with Tegan and Sara)': ['Ana Sol', 'Ana Sol', '+Tegan and Sara'],
    })
    expect(await readNames(open)).toEqual(['Ada and Bo', 'Ana Sol', 'Tegan and Sara'])
  })

  it('ask the collection a bounded number of questions about a track', async () => {
    const open = await openTest()
    const long = (of: string) => Array.from({ length: 70 }, (_, n) => `${of}${n}`).join(';')
    const tags = {
      ARTIST: 'Ana Sol',
      ALBUMARTIST: [...'abcdefgh'].map(long),
      TITLE: `One (feat. ${long('x')})`,
    }
    await write('A/1.flac', tags)
    await importMusic(open, folders)
    const rows = await open.db.selectFrom('name_questions').selectAll().execute()
    expect(rows.length).toBe(64)
  })

  it('are read again when the rule changes (NAME-07)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ada, Bo' })
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual(['Ada, Bo'])
    const nameRule = makeNameRule([...DEFAULT_SEPARATORS, ','])
    expect(await importMusic(open, folders, { nameRule })).toMatchObject({ changed: 1 })
    expect(await readNames(open)).toEqual(['Ada', 'Bo'])
    expect(await importMusic(open, folders, { nameRule })).toMatchObject({ changed: 0, unchanged: 1 })
  })

  it('of an earlier version are brought up, with every like, place, play and follow (NAME-08)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Hey Nora; Ho Liam', ALBUMARTIST: 'Hey Nora; Ho Liam', ALBUM: 'A' })
    await write('A/2 Two.flac', { ARTIST: 'Hey Nora; Ho Liam', ALBUMARTIST: 'Hey Nora; Ho Liam', ALBUM: 'A' })
    // As the version before read them.
    await importMusic(open, folders, { nameRule: makeNameRule([]) })
    await open.db.updateTable('files').set({ read_version: 1 }).execute()
    const before = await readCatalogue(open)
    expect(before.artists.map(({ name }) => name)).toEqual(['Hey Nora; Ho Liam'])
    const read = await keepEverything(open, before)
    const kept = await read()
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 2, skipped: [] })
    const after = await readCatalogue(open)
    expect(after.artists.map(({ name, followers }) => [name, followers]).sort()).toEqual([
      ['Hey Nora', 1],
      ['Ho Liam', 1],
    ])
    expect(after.albums.map(({ id }) => id)).toEqual(before.albums.map(({ id }) => id))
    expect(await read()).toEqual(kept)
    expect(after.tracks.map(({ id, play_count }) => [id, play_count])).toEqual(
      before.tracks.map(({ id }, n) => [id, n === 0 ? 7 : 0]),
    )
    const follows = await open.db.selectFrom('follows').selectAll().where('user_id', '=', 'ada').execute()
    expect(follows.map(({ artist_id }) => artist_id).sort()).toEqual(after.artists.map(({ id }) => id).sort())
    expect(follows.every(({ followed_at }) => followed_at === 5)).toBe(true)
  })

  it('keep the followers of an artist who still has music, and give them to each of its names (NAME-08)', async () => {
    const open = await openTest()
    const joined = { ARTIST: 'Ada; Bo', ALBUMARTIST: 'Various Artists' }
    await write('A/1 One.flac', { ...joined, ALBUM: 'A' })
    await write('B/1 Two.flac', { ...joined, ALBUM: 'B' })
    const nameRule = makeNameRule([])
    await importMusic(open, folders, { nameRule })
    const before = await readCatalogue(open)
    await keepEverything(open, before)
    const old = before.artists.find(({ name }) => name === 'Ada; Bo')!
    const said = { user_id: 'ada', artist_id: old.id }
    await open.db
      .insertInto('artist_ratings')
      .values({ ...said, rating: 4, rated_at: 6 })
      .execute()
    await open.db
      .insertInto('interested_artists')
      .values({ ...said, heard_at: 7 })
      .execute()
    const followers = async () => {
      const { artists } = await readCatalogue(open)
      return artists.filter(({ name }) => !/^Various/.test(name)).map(one => [one.name, one.followers])
    }
    // One album says that these are two.
    await write('A/1 One.flac', { ...joined, ALBUM: 'A', ARTISTS: ['Ada', 'Bo'] })
    await importMusic(open, folders, { nameRule })
    expect((await followers()).sort()).toEqual([
      ['Ada', 1],
      ['Ada; Bo', 1],
      ['Bo', 1],
    ])
    for (const [table, kept] of [
      ['artist_ratings', { rating: 4, rated_at: 6 }],
      ['interested_artists', { heard_at: 7 }],
    ] as const) {
      const rows = await open.db.selectFrom(table).selectAll().execute()
      expect([table, rows.length]).toEqual([table, 3])
      expect(rows).toEqual(rows.map(row => expect.objectContaining({ ...kept, user_id: row.user_id })))
    }
    await write('B/1 Two.flac', { ...joined, ALBUM: 'B', ARTISTS: ['Ada', 'Bo'] })
    await importMusic(open, folders, { nameRule })
    expect((await followers()).sort()).toEqual([
      ['Ada', 1],
      ['Bo', 1],
    ])
  })

  it('give no follower of a duo to its members while it stays the artist of its albums (NAME-08)', async () => {
    const open = await openTest()
    const duo = { ALBUMARTIST: 'Ada & Bo', ARTISTS: ['Ada', 'Bo'], ALBUM: 'A' }
    await write('A/1 One.flac', { ...duo, ARTIST: 'Ada & Bo' })
    await write('A/2 Two.flac', { ALBUMARTIST: 'Ada & Bo', ARTIST: 'Ada & Bo', ALBUM: 'A' })
    await importMusic(open, folders)
    const before = await readCatalogue(open)
    await keepEverything(open, before)
    const members = before.artists.filter(({ name }) => name !== 'Ada & Bo').map(({ id }) => id)
    await open.db.deleteFrom('follows').where('artist_id', 'in', members).execute()
    // All names are written again, as by another spelling or a newer version.
    await open.db.updateTable('track_artists').set({ name: '' }).execute()
    await open.db.updateTable('files').set({ read_version: 1 }).execute()
    await importMusic(open, folders)
    const follows = await open.db.selectFrom('follows').select('artist_id').execute()
    const { artists } = await readCatalogue(open)
    expect(follows).toEqual([{ artist_id: artists.find(({ name }) => name === 'Ada & Bo')!.id }])
  })

  it('give the followers of a name with brackets to the names in it (NAME-08)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ada (feat. Bo)', ALBUMARTIST: 'Ada', ALBUM: 'A' })
    await importMusic(open, folders)
    const [track] = (await readCatalogue(open)).tracks
    // As an earlier version has read it.
    const id = 'joined'
    const name = {
      name: 'Ada (feat. Bo)',
      sort_name: 'ada',
      folded_name: 'ada (feat. bo)',
      search_name: 'ada bo',
    }
    const look = { profile_path: '', color: '#000000', thumbhash: '' }
    await open.db
      .insertInto('artists')
      .values({ id, ...name, ...look, mbid: '', created_at: 0 })
      .execute()
    await open.db.deleteFrom('track_artists').execute()
    await open.db
      .insertInto('track_artists')
      .values({ track_id: track!.id, artist_id: id, position: 0 })
      .execute()
    await keepEverything(open, await readCatalogue(open))
    await open.db.updateTable('files').set({ read_version: 1 }).execute()
    await importMusic(open, folders)
    const { artists } = await readCatalogue(open)
    expect(artists.map(one => [one.name, one.followers]).sort()).toEqual([
      ['Ada', 1],
      ['Bo', 1],
    ])
  })

  it('of several that were one are rated and heard as that was (NAME-08)', async () => {
    const open = await openTest()
    await write('A/1 One.flac', { ARTIST: 'Ada; Bo', ALBUM: 'A' })
    await write('B/1 Two.flac', { ARTIST: 'Cy; Di', ALBUM: 'B' })
    for (const name of ['Ada', 'Cy']) await write(`${name}/1 One.flac`, { ARTIST: name, ALBUM: name })
    await importMusic(open, folders, { nameRule: makeNameRule([]) })
    const { artists } = await readCatalogue(open)
    const idOf = (name: string) => artists.find(artist => artist.name === name)!.id
    for (const id of ['eve', 'fay'])
      await open.db
        .insertInto('users')
        .values({
          ...{ id, name: id, email: id, folded_email: id, created_at: 0 },
          ...{ password_hash: null, google_sub: null, profile_path: '' },
        })
        .execute()
    await open.db
      .insertInto('artist_ratings')
      .values([
        { user_id: 'eve', artist_id: idOf('Ada; Bo'), rating: 2, rated_at: 7 },
        { user_id: 'eve', artist_id: idOf('Ada'), rating: 5, rated_at: 6 },
      ])
      .execute()
    await open.db
      .insertInto('interested_artists')
      .values([
        { user_id: 'fay', artist_id: idOf('Cy; Di'), heard_at: 7 },
        { user_id: 'fay', artist_id: idOf('Cy'), heard_at: 6 },
      ])
      .execute()
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual(['Ada', 'Bo', 'Cy', 'Di'])
    const now = new Map((await readCatalogue(open)).artists.map(({ id, name }) => [name, id]))
    const ratings = await open.db.selectFrom('artist_ratings').selectAll().orderBy('rating').execute()
    // What eve said of Ada herself counts.
    expect(ratings).toEqual([
      { user_id: 'eve', artist_id: now.get('Bo'), rating: 2, rated_at: 7 },
      { user_id: 'eve', artist_id: now.get('Ada'), rating: 5, rated_at: 6 },
    ])
    const heard = await open.db.selectFrom('interested_artists').selectAll().execute()
    expect(heard).toHaveLength(2)
    expect(heard).toEqual(
      expect.arrayContaining(
        ['Cy', 'Di'].map(name => ({ user_id: 'fay', artist_id: now.get(name), heard_at: 7 })),
      ),
    )
  })

  it('of one artist in several forms are shown in the most frequent one (NAME-10)', async () => {
    const open = await openTest()
    const forms = ['Bj\u00f6rk Ti', 'Bjo\u0308rk Ti', 'BJ\u00d6RK TI']
    for (const [n, form] of forms.entries())
      await write(`${n}/1 T${n}.flac`, { ARTIST: form, ALBUM: `A${n}` })
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual(['Bj\u00f6rk Ti'])
    await write('3/1 T3.flac', { ARTIST: 'BJ\u00d6RK TI', ALBUM: 'A3' })
    await write('4/1 T4.flac', { ARTIST: 'BJ\u00d6RK TI', ALBUM: 'A4' })
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual(['BJ\u00d6RK TI'])
    const before = await readCatalogue(open)
    expect(before.artists).toMatchObject([{ sort_name: 'bjork ti', folded_name: 'bj\u00f6rk ti' }])
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 5 })
    expect(await readCatalogue(open)).toEqual(before)
  })
})

import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { countStatements } from '../../testing/databases/count-statements.ts'
import { answerOf } from '../../testing/start-app.ts'
import { ids, startSubsonic } from '../testing/start-subsonic.ts'

type Listed = { id: string; name?: string; title?: string }
const namesOf = (list: unknown) => (list as Listed[]).map(({ name, title }) => title ?? name)

onBothDatabases('browsing by app', open => {
  it('shows one folder, a licence and the state of the import (SUB-40, SUB-41, SUB-56)', async () => {
    const { read } = await startSubsonic(open)
    expect((await read('getLicense')).license).toMatchObject({ valid: true })
    expect((await read('getMusicFolders')).musicFolders).toEqual({
      musicFolder: [{ id: 1, name: 'Refrain' }],
    })
    expect((await read('getScanStatus')).scanStatus).toEqual({ scanning: false, count: 3 })
    for (const name of ['getArtists', 'getIndexes'])
      expect(JSON.stringify(await read(name, { musicFolderId: 2 }))).toContain('"index":[]')
    expect((await read('getAlbumList2', { type: 'newest', musicFolderId: 2 })).albumList2).toEqual({
      album: [],
    })
    expect((await read('search3', { query: '', musicFolderId: 2 })).searchResult3).toEqual({})
  })

  it('lists album artists by letter, with their number of albums (SUB-42, SUB-72)', async () => {
    const { app, ada, read, nina, beatles, guest } = await startSubsonic(open)
    await answerOf(app, addFollowingArtist, { artistId: nina }, ada)
    const { index } = (await read('getArtists')).artists as { index: { name: string; artist: unknown[] }[] }
    expect(index).toEqual([
      {
        name: 'N',
        artist: [
          expect.objectContaining({
            id: ids.artist(nina),
            name: 'Nina',
            albumCount: 1,
            starred: expect.any(String),
            roles: ['albumartist', 'artist'],
          }),
        ],
      },
      {
        name: 'O',
        artist: [expect.objectContaining({ id: ids.artist(beatles), name: 'The Örder', albumCount: 1 })],
      },
    ])
    expect((await read('getArtist', { id: ids.artist(guest) })).artist).toMatchObject({ roles: ['artist'] })
  })

  it('says without which articles artists are sorted (NAME-12)', async () => {
    const { read } = await startSubsonic(open, { sortArticles: ['Die', "L'"] })
    const { artists } = await read('getArtists')
    const { indexes } = await read('getIndexes')
    expect([artists, indexes]).toMatchObject([{ ignoredArticles: "Die L'" }, { ignoredArticles: "Die L'" }])
  })

  it('lists the same as folders, if they have changed (SUB-43)', async () => {
    const { read, put } = await startSubsonic(open)
    const { lastModified, index } = (await read('getIndexes')).indexes as {
      lastModified: number
      index: unknown[]
    }
    expect(index).toHaveLength(2)
    const since = { ifModifiedSince: lastModified }
    expect((await read('getIndexes', since)).indexes).toMatchObject({ index: [] })
    await put.changed()
    await expect
      .poll(async () => ((await read('getIndexes', since)).indexes as { index: unknown[] }).index.length)
      .toBe(2)
  })

  it('opens artists and albums as folders, each song by one way (SUB-44)', async () => {
    const { read, send, nina, still, one, guest } = await startSubsonic(open)
    const directory = async (id: string) => (await read('getMusicDirectory', { id })).directory
    expect(await directory(ids.artist(nina))).toMatchObject({
      name: 'Nina',
      child: [{ id: ids.album(still), isDir: true, title: 'Still', parent: ids.artist(nina) }],
    })
    expect(await directory(ids.artist(guest))).toMatchObject({ name: 'Guest', child: [] })
    const album = await directory(ids.album(still))
    expect(album).toMatchObject({ name: 'Still', parent: ids.artist(nina) })
    expect(namesOf((album as { child: unknown }).child)).toEqual(['One & "only" <1>', 'Two'])
    expect((await send('getMusicDirectory', { id: ids.track(one) })).body).toContain('"code":70')
  })

  it('opens artists with their albums, then those they appear on (SUB-45)', async () => {
    const { read, send, guest, still, nina } = await startSubsonic(open)
    expect((await read('getArtist', { id: ids.artist(guest) })).artist).toMatchObject({
      albumCount: 1,
      album: [{ id: ids.album(still), artist: 'Nina', artistId: ids.artist(nina) }],
    })
    expect((await send('getArtist', { id: 'ar-unknown' })).body).toContain('"code":70')
  })

  it('say of a song what its tags say of tempo, mood and words, and nothing where they say nothing (SUB-71)', async () => {
    const { read, put, nina, still, one } = await startSubsonic(open)
    const said = { bpm: 128, comment: 'Live\nin Rome', explicit: 'clean' }
    const id = await put.track('Marked', still, [nina], { ...said, moods: '["Calm","Night"]' })
    const song = async (track: string) => (await read('getSong', { id: ids.track(track) })).song
    const { explicit, ...rest } = said
    expect(await song(id)).toMatchObject({ ...rest, explicitStatus: explicit, moods: ['Calm', 'Night'] })
    for (const field of ['bpm', 'comment', 'moods', 'explicitStatus'])
      expect(await song(one)).not.toHaveProperty(field)
  })

  it('count the same albums in a list and on an artist’s page (SUB-42, SUB-45)', async () => {
    const { read, put, nina, beatles, loud } = await startSubsonic(open)
    await put.track('Duet', loud, [beatles, nina])
    const { index } = (await read('getArtists')).artists as { index: { artist: { id: string }[] }[] }
    const listed = index.flatMap(group => group.artist).find(({ id }) => id === ids.artist(nina))
    const { artist } = await read('getArtist', { id: ids.artist(nina) })
    expect(listed).toMatchObject({ albumCount: 2 })
    expect(artist).toMatchObject({ albumCount: 2, album: [{}, {}] })
  })

  it('say no date of an album whose tags say none, and the original date of a later edition', async () => {
    const { open: opened, still, read } = await startSubsonic(open)
    const answer = async () =>
      (await read('getAlbum', { id: ids.album(still) })).album as Record<string, unknown>
    const dated = (release_date: string, original_date: string) =>
      opened.db.updateTable('albums').set({ release_date, original_date }).where('id', '=', still).execute()
    await dated('', '')
    const { song, ...undated } = await answer()
    for (const record of [undated, ...(song as Record<string, unknown>[])])
      for (const field of ['year', 'releaseDate', 'originalReleaseDate'])
        expect(record).not.toHaveProperty(field)
    await dated('2015-02', '1971')
    expect(await answer()).toMatchObject({
      year: 2015,
      releaseDate: { year: 2015, month: 2 },
      originalReleaseDate: { year: 1971 },
      song: [{ year: 2015 }, { year: 2015 }],
    })
  })

  it('opens albums with the songs that can be played, in order (SUB-46, SUB-47, SUB-70 to SUB-72)', async () => {
    const started = await startSubsonic(open)
    const { open: opened, app, ada, put, read, send, still, nina, guest, one, two } = started
    await put.file('/music/one.flac', '/music', one)
    await opened.db.updateTable('files').set({ size: 1_000_000 }).execute()
    await answerOf(app, appendLikedSongs, { trackId: one }, ada)
    await opened.db
      .updateTable('tracks')
      .set({ bit_depth: 24, disc_title: 'Day' })
      .where('id', '=', one)
      .execute()
    const details = { original_date: '1974', record_labels: '["Blue"]', release_types: '["album"]' }
    await opened.db.updateTable('albums').set(details).where('id', '=', still).execute()
    const missing = await put.track('Missing', still, [nina], { available: 0 })
    const { album } = await read('getAlbum', { id: ids.album(still) })
    expect(album).toMatchObject({
      name: 'Still',
      songCount: 2,
      duration: 370,
      year: 1999,
      releaseDate: { year: 1999, month: 4, day: 5 },
      originalReleaseDate: { year: 1974 },
      recordLabels: [{ name: 'Blue' }],
      releaseTypes: ['album'],
      discTitles: [{ disc: 1, title: 'Day' }],
      genres: [{ name: 'Jazz' }],
      playCount: 7,
    })
    const { song } = album as { song: Record<string, unknown>[] }
    expect(song.map(({ id }) => id)).toEqual([ids.track(one), ids.track(two)])
    expect(song[0]).toMatchObject({
      title: 'One & "only" <1>',
      artist: 'Nina feat. Guest',
      artists: [
        { id: ids.artist(nina), name: 'Nina' },
        { id: ids.artist(guest), name: 'Guest' },
      ],
      albumArtists: [{ id: ids.artist(nina), name: 'Nina' }],
      path: 'Nina/Still/1-01 One & _only_ _1_.flac',
      contentType: 'audio/flac',
      suffix: 'flac',
      size: 1_000_000,
      bitRate: 43,
      duration: 185,
      track: 1,
      starred: expect.any(String),
      replayGain: { trackGain: -3.5 },
      bitDepth: 24,
    })
    expect(song[1]).not.toHaveProperty('bitDepth')
    expect(song[1]).not.toHaveProperty('size')
    expect((await read('getSong', { id: ids.track(one) })).song).toEqual(song[0])
    expect((await send('getSong', { id: 'tr-unknown' })).body).toContain('"code":70')
    expect((await read('getSong', { id: ids.track(missing) })).song).toMatchObject({ title: 'Missing' })
    const unnumbered = await put.track('Untitled', still, [nina], { number: 0, url: 'x.flac' })
    expect((await read('getSong', { id: ids.track(unnumbered) })).song).toMatchObject({
      path: 'Nina/Still/Untitled.flac',
    })
  })

  it('counts the songs and albums of genres (SUB-48)', async () => {
    const { read, put, still, nina } = await startSubsonic(open)
    const missing = await put.track('Missing', still, [nina], { available: 0 })
    await put.genre('Silence', [missing])
    await put.genre('Folk', [await put.track('There', still, [nina]), missing])
    expect((await read('getGenres')).genres).toEqual({
      genre: [
        { value: 'Folk', songCount: 1, albumCount: 1 },
        { value: 'Jazz', songCount: 2, albumCount: 1 },
        { value: 'Rock & Roll', songCount: 1, albumCount: 1 },
      ],
    })
  })

  it('says what is known about artists and albums (SUB-49)', async () => {
    const { open: opened, read, send, nina, still, put, beatles, two } = await startSubsonic(open)
    await opened.db.updateTable('albums').set({ profile_path: 'cover.webp', mbid: 'release' }).execute()
    const other = await put.track('Four', await put.album('More', beatles), [beatles])
    await put.genre('Shared', [two, other])
    expect((await read('getArtistInfo2', { id: ids.artist(nina) })).artistInfo2).toEqual({
      similarArtist: [expect.objectContaining({ id: ids.artist(beatles) })],
    })
    expect((await read('getArtistInfo', { id: ids.artist(nina), count: 0 })).artistInfo).toEqual({
      similarArtist: [],
    })
    const picture = `http://localhost:80/profile_path/album_profile/${still}/cover-640.jpg`
    for (const name of ['getAlbumInfo', 'getAlbumInfo2'])
      expect((await read(name, { id: ids.album(still) })).albumInfo).toEqual({
        musicBrainzId: 'release',
        ...{ smallImageUrl: picture, mediumImageUrl: picture, largeImageUrl: picture },
      })
    expect((await send('getAlbumInfo', { id: 'al-unknown' })).body).toContain('"code":70')
  })

  it('reads a page of songs with a fixed number of queries (SUB-73)', async () => {
    const { open: opened, put, act, still, nina } = await startSubsonic(open)
    const countFor = async (songCount: number) =>
      countStatements(() => act('search3', { query: '', artistCount: 0, albumCount: 0, songCount }))
    await act('ping')
    // Its use is written meanwhile.
    await expect
      .poll(() => opened.db.selectFrom('app_keys').select('last_used_at').executeTakeFirst())
      .toMatchObject({ last_used_at: expect.any(Number) })
    const few = await countFor(2)
    for (let at = 0; at < 40; at++) await put.track(`More ${at}`, still, [nina])
    // Settings are read again meanwhile.
    expect(await countFor(40)).toBeLessThanOrEqual(few + 2)
  })
})

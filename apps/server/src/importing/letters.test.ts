import { breakText, encodeText } from '@refrain/audio/testing/encode-text'
import { albumsOf } from '@refrain/audio/testing/song-titles'
import { appendLikedSongs, fetchLikedSongs } from '@refrain/contract/library/likes'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { createPlaylist, fetchPlaylist } from '@refrain/contract/library/playlists'
import { countTrackPlay } from '@refrain/contract/listening/plays'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { signUp } from '../testing/sign-up.ts'
import { answerOf, startApp } from '../testing/start-app.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { type Id3Frames, latin1, makeApe, makeId3v1, writeId3Track } from './testing/write-id3.ts'
import { writeTrack } from './testing/write-music.ts'

onBothDatabases('letters in tags', openTest => {
  const folders = useFolders()

  const write = (path: string, frames: Id3Frames, end?: Uint8Array) =>
    writeId3Track(folders.music, path, frames, end && { end })

  /** An album whose texts are marked as Latin-1. */
  async function writeBroken(
    folder: string,
    charset: string,
    names: { artist: string; album: string; titles: string[] },
  ) {
    for (const [n, title] of names.titles.entries())
      await write(`${folder}/${n + 1}.mp3`, {
        TIT2: encodeText(title, charset),
        TPE1: encodeText(names.artist, charset),
        TALB: encodeText(names.album, charset),
        TRCK: latin1(String(n + 1)),
      })
  }

  async function readNames(open: OpenDatabase) {
    const { albums, artists, tracks } = await readCatalogue(open)
    return {
      albums: albums.map(album => album.title).sort(),
      artists: artists.map(artist => artist.name).sort(),
      titles: tracks.toSorted((a, b) => a.number - b.number).map(track => track.title),
    }
  }

  const kino = { artist: 'Кино', album: 'Группа крови', titles: albumsOf('cyrillic')[0]! }
  const yoasobi = { artist: '夜遊び', album: '小説', titles: albumsOf('japanese')[0]! }

  it.each([
    ['windows-1251', kino],
    ['shift_jis', yoasobi],
  ])('are read in %s, although they are marked as Latin-1', async (charset, names) => {
    const open = await openTest()
    await writeBroken('a', charset, names)
    expect(await importMusic(open, folders)).toMatchObject({ added: 8, skipped: [] })
    expect(await readNames(open)).toEqual({
      albums: [names.album],
      artists: [names.artist],
      titles: names.titles,
    })
  })

  it('are repaired for each album by itself, also in Vorbis comments', async () => {
    const open = await openTest()
    await writeBroken('b', 'windows-1251', kino)
    for (const [n, title] of ['Þögnin', 'Hafið', 'Ný batterí', 'Jörðin'].entries())
      await write(`b/is${n}.mp3`, {
        TIT2: latin1(title),
        TPE1: latin1('Sigur Rós'),
        TALB: latin1('Ágætis byrjun'),
      })
    for (const [n, title] of albumsOf('greek')[0]!.entries())
      await writeTrack(folders.music, `b/gr${n}.flac`, {
        tags: {
          TITLE: breakText(title, 'windows-1253'),
          ARTIST: breakText('Θεοδωράκης', 'windows-1253'),
          ALBUM: breakText('Ζορμπάς', 'windows-1253'),
        },
      })
    await importMusic(open, folders)
    const { albums, artists, titles } = await readNames(open)
    expect(albums).toEqual(['Ágætis byrjun', 'Ζορμπάς', 'Группа крови'].sort())
    expect(artists).toEqual(['Sigur Rós', 'Θεοδωράκης', 'Кино'].sort())
    expect(titles).toEqual(
      expect.arrayContaining(['Þögnin', 'Hafið', 'Ný batterí', 'Jörðin', ...albumsOf('greek')[0]!]),
    )
  })

  it('stay as they are in Unicode and in Latin-1 beside others of their album', async () => {
    const open = await openTest()
    const album = { artist: 'Кино', album: 'Best of', titles: albumsOf('cyrillic')[0]! }
    await writeBroken('a', 'windows-1251', album)
    await write('a/10.mp3', { TIT2: 'Café Señor', TPE1: 'Beyoncé', TALB: 'Best of', TRCK: '10' })
    await write('a/11.mp3', {
      TIT2: latin1('Déjà vu'),
      TPE1: latin1('Beyoncé'),
      TALB: latin1('Best of'),
      TRCK: latin1('11'),
    })
    const tags = { TITLE: 'Þú ert, à la mode', ARTIST: 'Þögnin', ALBUM: 'Best of', TRACKNUMBER: '12' }
    await writeTrack(folders.music, 'a/12.flac', { tags })
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual({
      albums: ['Best of'],
      artists: ['Beyoncé', 'Various Artists', 'Þögnin', 'Кино'],
      titles: [...album.titles, 'Café Señor', 'Déjà vu', 'Þú ert, à la mode'],
    })
  })

  it('are repaired where they were converted to Unicode as Latin-1', async () => {
    const open = await openTest()
    const broken = (text: string) => breakText(text, 'windows-1251')
    for (const [n, title] of [...kino.titles, 'Да'].entries())
      await write(`a/${n}.mp3`, {
        TIT2: broken(title),
        TPE1: broken('Би-2'),
        TALB: broken(kino.album),
        TRCK: String(n + 1),
      })
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual({
      albums: [kino.album],
      artists: ['Би-2'],
      titles: [...kino.titles, 'Да'],
    })
  })

  it.each(['', 'windows-1251'])(
    'are repaired in lists of ID3v2.3 that a slash separates (%j)',
    async tagCharset => {
      const open = await openTest()
      await writeBroken('a', 'windows-1251', kino)
      const inCyrillic = (text: string) => encodeText(text, 'windows-1251')
      const names = inCyrillic('Виктор Цой/Борис Гребенщиков')
      const list = Buffer.concat([Buffer.from('ARTISTS\0'), names])
      const tags = { TALB: inCyrillic(kino.album), TPE2: inCyrillic(kino.artist) }
      await write('a/10.mp3', { ...tags, TIT2: inCyrillic('Десять'), TPE1: names, TXXX: list })
      await write('a/11.mp3', {
        ...tags,
        TIT2: inCyrillic('Одиннадцать'),
        TPE1: inCyrillic('Аквариум / Нау'),
      })
      await importMusic(open, folders, { tagCharset })
      const { tracks, artists } = await readCatalogue(open)
      expect(artists.map(({ name }) => name).sort()).toEqual(
        ['Кино', 'Виктор Цой', 'Борис Гребенщиков', 'Аквариум', 'Нау'].sort(),
      )
      expect(tracks.map(({ credit }) => credit)).toEqual(
        expect.arrayContaining(['Виктор Цой/Борис Гребенщиков', 'Аквариум / Нау']),
      )
    },
  )

  it('are read from UTF-16 without its mark, and from UTF-8 that was encoded twice', async () => {
    const open = await openTest()
    const utf16 = (text: string) => Buffer.from(text, 'utf16le')
    await write('a/1.mp3', {
      TIT2: { mark: 1, bytes: utf16('Кукушка') },
      TPE1: { mark: 1, bytes: utf16('Mädchen').swap16() },
      TALB: { mark: 1, bytes: utf16('Группа крови').swap16() },
    })
    await write('b/2.mp3', {
      TIT2: Buffer.from('Größe'),
      TPE1: Buffer.from('Mädchen'),
      TALB: Buffer.from(breakTwice('夜に')),
    })
    await importMusic(open, folders)
    const { albums, artists, titles } = await readNames(open)
    expect({ albums, artists, titles: titles.sort() }).toEqual({
      albums: ['Группа крови', '夜に'],
      artists: ['Mädchen'],
      titles: ['Größe', 'Кукушка'],
    })
  })

  it('of ID3v1 yield to those of ID3v2, and are repaired where they are alone', async () => {
    const open = await openTest()
    const old = (title: string) =>
      makeId3v1({
        title: encodeText(title, 'windows-1251'),
        artist: encodeText('Наутилус Помпилиус', 'windows-1251'),
        album: encodeText('Крылья', 'windows-1251'),
      })
    const long = 'Скованные одной цепью, связанные одной целью'
    await write('a/1.mp3', { TIT2: long, TPE1: 'Наутилус Помпилиус', TALB: 'Крылья', TRCK: '1' }, old(long))
    await write('a/2.mp3', { TRCK: '2' }, old('Прогулки по воде'))
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual({
      albums: ['Крылья'],
      artists: ['Наутилус Помпилиус'],
      titles: [long, 'Прогулки по воде'],
    })
  })

  it('of APEv2, which is Unicode, win over those of ID3', async () => {
    const open = await openTest()
    await write(
      'a/1.mp3',
      { TIT2: latin1('?????'), TALB: latin1('????? ????'), TPE1: latin1('????') },
      makeApe({ Title: 'Кукушка', Album: 'Чёрный альбом', Artist: 'Кино' }),
    )
    await importMusic(open, folders)
    expect(await readNames(open)).toEqual({
      albums: ['Чёрный альбом'],
      artists: ['Кино'],
      titles: ['Кукушка'],
    })
  })

  it('are read in the character set that the operator names, once it is named', async () => {
    const open = await openTest()
    await write('a/1.mp3', { TIT2: encodeText('Да', 'windows-1251'), TPE1: 'Björk', TALB: latin1('Yes') })
    await importMusic(open, folders)
    expect((await readNames(open)).titles).toEqual(['Äà'])
    expect(await importMusic(open, folders, { tagCharset: 'windows-1251' })).toMatchObject({ changed: 1 })
    expect(await readNames(open)).toEqual({ albums: ['Yes'], artists: ['Björk'], titles: ['Да'] })
    expect(await importMusic(open, folders, { tagCharset: 'windows-1251' })).toMatchObject({ unchanged: 1 })
  })

  it('are repaired by the first import after an upgrade, and listeners keep everything', async () => {
    const open = await openTest()
    await writeBroken('a', 'windows-1251', kino)
    // As earlier versions read them, which left no trace of a character set.
    await importMusic(open, folders, { tagCharset: 'iso-8859-1' })
    await open.db.updateTable('files').set({ read_version: 1, beside: '' }).execute()
    const before = await readCatalogue(open)
    expect(before.albums.map(album => album.title)).toEqual([breakText('Группа крови', 'windows-1251')])
    const app = await startApp(open)
    const ada = await signUp(app)
    const [first, second] = before.tracks.map(track => track.id) as [string, string]
    const album = before.albums[0]!.id
    await answerOf(app, appendLikedSongs, { trackId: first }, ada)
    await answerOf(app, countTrackPlay, { trackId: second }, ada)
    const { _id: playlistId } = await answerOf(app, createPlaylist, {}, ada)
    await answerOf(app, addTracksToPlaylist, { playlistId, tracksArray: [second, first] }, ada)
    expect(await importMusic(open, folders)).toMatchObject({ added: 0, changed: 8, moved: 0, unavailable: 0 })
    const after = await readCatalogue(open)
    expect(after.albums).toMatchObject([{ id: album, title: 'Группа крови' }])
    expect(after.artists.map(artist => artist.name)).toEqual(['Кино'])
    expect(after.tracks.map(({ id, play_count }) => [id, play_count])).toEqual(
      before.tracks.map(({ id }) => [id, id === second ? 1 : 0]),
    )
    expect(await answerOf(app, fetchLikedSongs, {}, ada)).toEqual([first])
    expect(await answerOf(app, fetchPlaylist, { id: playlistId }, ada)).toMatchObject({
      tracks: [second, first],
    })
    expect(await importMusic(open, folders)).toMatchObject({ changed: 0, unchanged: 8 })
  })
})

/** UTF-8 of a text whose UTF-8 was taken for Latin-1. */
const breakTwice = (text: string) => Buffer.from(text).toString('latin1')

// @vitest-environment node
import { expect, it } from 'vitest'
import { zipFiles } from '../../ui/browser/zip-files.ts'
import { type Found, summarize } from './find-in-catalogue.ts'
import { readArchive } from './read-archive.ts'

const AT = '2024-05-03T10:00:00.000Z'
const MADE = '2026-01-01T00:00:00.000Z'

const archiveOf = (data: unknown, more: { name: string; content: Uint8Array<ArrayBuffer> }[] = []) =>
  zipFiles([{ name: 'own-data.json', content: JSON.stringify(data) }, ...more], new Date())

const FIRST_VERSION = {
  madeAt: MADE,
  following: [{ _id: 'ar1', name: 'Bill', at: AT }],
  interestedArtists: [{ _id: 'ar1', name: 'Bill', at: AT }],
  interestedGenres: [],
  countedTracks: [{ _id: 'tr2', name: 'Two', at: AT }],
  countedAlbums: [],
  playedTracks: { al1: ['tr2', 'tr3'] },
  playlists: [
    {
      ...{ _id: 'list', type: 'playlist', title: 'Sunday', createdAt: AT },
      songs: [{ _id: 'tr1', title: 'One', artistName: 'Bill', albumTitle: 'First' }],
    },
  ],
}

it('reads archives of the first version, whose tracks have ids and some names', async () => {
  const archive = await readArchive(await archiveOf(FIRST_VERSION))
  const unknown = { audioId: '', mbid: '', albumMbid: '' }
  expect(archive.tracks).toEqual([
    { id: 'tr1', title: 'One', artistName: 'Bill', albumTitle: 'First', ...unknown },
    { id: 'tr2', title: 'Two', artistName: '', albumTitle: '', ...unknown },
    { id: 'tr3', title: '', artistName: '', albumTitle: '', ...unknown },
  ])
  expect(archive.artists).toEqual([{ id: 'ar1', mbid: '', name: 'Bill' }])
  expect(archive.lists.playedTracks).toEqual([
    { id: 'tr2', at: MADE },
    { id: 'tr3', at: MADE },
  ])
  expect(archive.playlists).toEqual([
    {
      ...{ id: 'list', origin: 'list', type: 'playlist', title: 'Sunday', createdAt: AT },
      ...{ comment: '', songs: [{ id: 'tr1', at: AT }] },
    },
  ])
})

it('reads the times, audio ids and origins of the second version, and either name of ids', async () => {
  const song = { title: 'One', artistName: 'Bill', albumTitle: 'First' }
  const data = {
    ...{ ...FIRST_VERSION, version: 2 },
    playlists: [
      {
        ...{ id: 'list', origin: 'elsewhere', type: 'liked', title: 'Liked Songs', createdAt: AT },
        songs: [{ id: 'tr1', ...song, addedAt: MADE }],
      },
    ],
    tracks: [{ id: 'tr1', ...song, audioId: 'sound', mbid: 'recording', albumMbid: 'release' }],
  }
  const { tracks, playlists } = await readArchive(await archiveOf(data))
  expect(tracks[0]).toEqual(data.tracks[0])
  expect(playlists[0]).toMatchObject({ origin: 'elsewhere', type: 'liked', songs: [{ id: 'tr1', at: MADE }] })
})

it('gives the picture of a playlist', async () => {
  const content = new Uint8Array([255, 216, 255])
  const zip = await archiveOf(FIRST_VERSION, [{ name: 'pictures/playlist_profile/list.jpg', content }])
  const archive = await readArchive(zip)
  expect(new Uint8Array((await (await archive.readPicture('list'))?.arrayBuffer()) ?? [])).toEqual(content)
  expect(await archive.readPicture('another')).toBeUndefined()
})

it('leaves out invalid records and repairs texts and times', async () => {
  const { lists, tracks, playlists } = await readArchive(
    await archiveOf({
      ...FIRST_VERSION,
      following: [null, 7, { _id: '../../x' }, { _id: 'ar1', at: '9999-01-01' }, { _id: 'ar1', at: AT }],
      countedTracks: [{ _id: 'tr2', name: `a\u0000b${'x'.repeat(999)}`, at: 'yesterday' }],
      interestedGenres: { not: 'a list' },
      playedTracks: { al1: 'tr1', al2: [7, 'tr9'] },
      playlists: ['x', { _id: 5 }, { _id: 'list', songs: 'none' }],
    }),
  )
  expect(lists.following.map(({ id }) => id)).toEqual(['ar1'])
  expect(Date.parse(lists.following[0]!.at)).toBeLessThanOrEqual(Date.now())
  expect(lists.countedTracks).toEqual([{ id: 'tr2', at: MADE }])
  expect(lists.playedTracks.map(({ id }) => id)).toEqual(['tr9'])
  expect(tracks[0]?.title).toBe(`a b${'x'.repeat(297)}`)
  expect(playlists).toMatchObject([{ id: 'list', title: '', songs: [] }])
})

it('reads repeated tracks and the comment of a playlist, kept albums and ratings (SUB-110)', async () => {
  const song = { title: 'One', artistName: 'Bill', albumTitle: 'First', addedAt: AT }
  const { playlists, lists, tracks, albums } = await readArchive(
    await archiveOf({
      ...{ ...FIRST_VERSION, version: 2 },
      playlists: [
        {
          id: 'list',
          title: 'Rounds',
          comment: 'a\nb\u0000',
          songs: ['tr1', 'tr1'].map(id => ({ id, ...song })),
        },
      ],
      keptAlbums: [{ _id: 'al1', name: 'First', mbid: '', artistName: 'Bill', at: AT }],
      ratedTracks: [
        { _id: 'tr4', name: 'Four', at: AT, rating: 5 },
        { _id: 'tr5', name: 'Five', at: AT, rating: 9 },
      ],
    }),
  )
  expect(playlists[0]?.songs.map(({ id }) => id)).toEqual(['tr1', 'tr1'])
  expect(playlists[0]?.comment).toBe('a\nb ')
  expect([lists.keptAlbums, albums.map(({ title }) => title)]).toEqual([[{ id: 'al1', at: AT }], ['First']])
  expect(lists.ratedTracks).toEqual([{ id: 'tr4', at: AT, rating: 5 }])
  expect(tracks.map(({ title }) => title)).toContain('Four')
})

it('reads listens, and describes their tracks, also those that have left the catalogue', async () => {
  const gone = {
    title: 'Gone',
    artistName: 'Bill',
    albumTitle: 'First',
    audioId: 'sound',
    mbid: '',
    albumMbid: '',
  }
  const { listens, tracks } = await readArchive(
    await archiveOf({
      ...{ ...FIRST_VERSION, version: 2, tracks: [{ id: 'tr7', ...gone }] },
      countedPlays: [
        { _id: 'tr7', name: 'Gone', at: AT, client: 'Phone', secondsHeard: 90 },
        { _id: 'tr7', name: 'Gone', at: MADE, client: `a\u0000${'x'.repeat(99)}`, secondsHeard: -1 },
        { _id: 'tr7', name: 'Gone', at: 'yesterday' },
        { _id: '../x', name: 'Gone', at: AT },
      ],
    }),
  )
  expect(listens).toEqual([
    { id: 'tr7', at: AT, client: 'Phone', secondsHeard: 90 },
    { id: 'tr7', at: MADE, client: `a ${'x'.repeat(62)}`, secondsHeard: null },
  ])
  expect(tracks.find(({ id }) => id === 'tr7')).toEqual({ id: 'tr7', ...gone })
})

it('refuses other files, and archives of newer versions', async () => {
  const reasonOf = (file: Blob) =>
    readArchive(file).then(
      () => undefined,
      error => error.reason,
    )
  expect(await reasonOf(new Blob(['no archive']))).toBe('not-an-archive')
  expect(await reasonOf(await zipFiles([], new Date()))).toBe('not-an-archive')
  expect(await reasonOf(await archiveOf([]))).toBe('not-an-archive')
  expect(await reasonOf(await archiveOf({ playlists: 'none' }))).toBe('not-an-archive')
  expect(await reasonOf(await archiveOf({ ...FIRST_VERSION, version: '2' }))).toBe('not-an-archive')
  expect(await reasonOf(await archiveOf({ ...FIRST_VERSION, version: 3 }))).toBe('newer')
})

it('sums up what the catalogue has, and names what it does not have', async () => {
  const archive = await readArchive(await archiveOf(FIRST_VERSION))
  const found: Found = {
    tracks: new Map([['tr2', 'here']]),
    ...{ albums: new Map(), artists: new Map(), genres: new Map() },
  }
  expect(summarize(archive, found)).toEqual({
    likes: { found: 0, all: 0 },
    artists: { found: 0, all: 1 },
    albums: { found: 0, all: 0 },
    playlists: 1,
    playlistTracks: { found: 0, all: 1 },
    history: { found: 2, all: 4 },
    missing: ['Bill - One (First)', 'tr3', 'Bill'],
  })
})

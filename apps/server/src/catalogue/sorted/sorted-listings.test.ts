import {
  ALBUM_SORTS,
  ARTIST_SORTS,
  type ListingSort,
  LOSSLESS_FORMATS,
  SONG_SORTS,
} from '@refrain/contract/catalogue/listings/choices'
import { expect, it } from 'vitest'
import type { Database } from '../../database/tables.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { scopeOf } from '../scope/scope-store.ts'
import type { ListedTable } from './row-source-store.ts'
import { type ListingChoice, type RowPlace, readSortedIds } from './sorted-store.ts'

const USER = 'listener'
const CODECS = ['mp3', 'flac', 'alac', 'opus'] as const
const DAY = 86_400_000

interface Listed {
  readonly id: string
  readonly keys: Partial<Record<ListingSort, string | number>>
  readonly genres: ReadonlySet<string>
  readonly decade: number
  readonly formats: ReadonlySet<string>
  readonly liked: boolean
  readonly rating: number
  readonly isUnplayed: boolean
}

/** Albums of three songs each, of different years, formats and genres; some have no date, and one song cannot be played. */
async function fill(db: Database): Promise<Record<ListedTable, Listed[]>> {
  const put = seed(db)
  await db
    .insertInto('users')
    .values({ id: USER, name: USER, email: USER, folded_email: USER, profile_path: '', created_at: 1 })
    .execute()
  await db
    .insertInto('playlists')
    .values({
      ...{ id: 'liked', user_id: USER, kind: 'liked', title: '', profile_path: '', color: '', thumbhash: '' },
      ...{ version: 1, created_at: 1 },
    })
    .execute()
  const lists: Record<ListedTable, Listed[]> = { tracks: [], albums: [], artists: [] }
  const names = ['m', 'b', 'x', 'b', 'a', 'k']
  const byGenre = new Map<string, string[]>([
    ['Jazz', []],
    ['Folk', []],
  ])
  for (const [n, name] of names.entries()) {
    const artist = await put.artist(name, { followers: n % 3, created_at: DAY * (n % 4) })
    const year = n === 2 ? 0 : 1985 + n * 3
    const album = await put.album(`${name} album`, artist, {
      created_at: DAY * ((n * 5) % 7),
      play_count: n % 3,
      ...(year > 0
        ? { released_at: `${year}-02-01T00:00:00.000Z` }
        : { released_at: '2024-05-03T00:00:00.000Z', release_date: '', original_date: '' }),
    })
    const released = year * 10_000 + (year > 0 ? 201 : 0)
    const decade = Math.floor(year / 10) * 10
    const genre = n % 2 === 0 ? 'Jazz' : 'Folk'
    const songs: Listed[] = []
    let length = 0
    for (let i = 0; i < 3; i++) {
      const codec = CODECS[(n + i) % CODECS.length]!
      const seconds = 100 + ((n * 7 + i * 3) % 5)
      length += seconds * 1000
      const isShown = n !== 4 || i !== 0
      const values = {
        codec,
        true_samples: 44_100 * seconds,
        play_count: (n + i) % 3,
        added_at: DAY * ((n + i * 2) % 5),
        available: isShown ? 1 : 0,
      }
      const id = await put.track(`${name} ${(i * 2) % 3}`, album, [artist], values)
      byGenre.get(genre)!.push(id)
      const playedAt = n === 1 || (n === 3 && i > 0) ? 1_000 + ((n * 31 + i * 17) % 40) : 0
      if (playedAt > 0)
        await db
          .insertInto('counted_tracks')
          .values({ user_id: USER, track_id: id, counted_at: playedAt })
          .execute()
      const liked = (n + i) % 2 === 0
      const rating = (n * i) % 6
      if (liked)
        await db
          .insertInto('playlist_tracks')
          .values({ playlist_id: 'liked', track_id: id, position: n * 10 + i, added_at: 1 })
          .execute()
      if (rating > 0)
        await db
          .insertInto('track_ratings')
          .values({ user_id: USER, track_id: id, rating, rated_at: 1 })
          .execute()
      const keys = {
        name: `${name} ${(i * 2) % 3}`,
        added: values.added_at,
        released,
        plays: values.play_count,
        length: seconds * 1000,
        ...(playedAt > 0 && { lastPlayed: playedAt }),
      }
      const song = { id, keys, genres: new Set([genre]), decade, formats: new Set([codec]), liked, rating }
      songs.push({ ...song, isUnplayed: playedAt === 0 })
      if (isShown) lists.tracks.push(songs.at(-1)!)
    }
    if (n % 2 === 0)
      await db.insertInto('kept_albums').values({ user_id: USER, album_id: album, kept_at: 1 }).execute()
    if (n > 3)
      await db.insertInto('follows').values({ user_id: USER, artist_id: artist, followed_at: 1 }).execute()
    const rated = { user_id: USER, rating: n % 6, rated_at: 1 }
    if (n > 0) {
      await db
        .insertInto('album_ratings')
        .values({ ...rated, album_id: album })
        .execute()
      await db
        .insertInto('artist_ratings')
        .values({ ...rated, artist_id: artist })
        .execute()
    }
    const playedAt = Math.max(...songs.map(({ keys }) => Number(keys.lastPlayed ?? 0)))
    const shared = {
      genres: new Set([genre]),
      decade,
      formats: new Set(songs.flatMap(({ formats }) => [...formats])),
      rating: n % 6,
      isUnplayed: playedAt === 0,
    }
    const played = playedAt > 0 && { lastPlayed: playedAt }
    lists.albums.push({
      ...shared,
      id: album,
      liked: n % 2 === 0,
      keys: {
        name: `${name} album`,
        added: DAY * ((n * 5) % 7),
        released,
        plays: n % 3,
        length,
        ...played,
      },
    })
    const keys = { name, added: DAY * (n % 4), followers: n % 3, ...played }
    lists.artists.push({ ...shared, id: artist, liked: n > 3, keys })
  }
  for (const [genre, tracks] of byGenre) await put.genre(genre, tracks, { id: genre })
  return lists
}

const passes = (
  row: Listed,
  { genreId, decade, format, lossless, liked, rating, unplayed, sort }: ListingChoice,
) =>
  (genreId === undefined || row.genres.has(genreId)) &&
  (decade === undefined || row.decade === decade) &&
  (format === undefined || row.formats.has(format)) &&
  (!lossless || LOSSLESS_FORMATS.some(each => row.formats.has(each))) &&
  (!liked || row.liked) &&
  (rating === undefined || row.rating >= rating) &&
  (!unplayed || row.isUnplayed) &&
  (sort !== 'lastPlayed' || row.keys.lastPlayed !== undefined)

/** Ids in the order of the listing. */
function expected(rows: readonly Listed[], choice: ListingChoice): string[] {
  const start = choice.start ?? ''
  const keyOf = ({ id, keys }: Listed) => (choice.sort === 'random' ? Number(id < start) : keys[choice.sort]!)
  const compare = (a: Listed, b: Listed) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    return (x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1) * (choice.isFalling ? -1 : 1)
  }
  return rows
    .filter(row => passes(row, choice))
    .sort(compare)
    .map(({ id }) => id)
}

async function readAll(db: Database, table: ListedTable, choice: ListingChoice): Promise<string[]> {
  const ids: string[] = []
  let after: RowPlace | undefined
  do {
    const page = await readSortedIds(db, table, scopeOf(USER), choice, after, { most: 5, tested: 6 })
    ids.push(...page.ids)
    after = page.next
  } while (after)
  return ids
}

type Filters = Omit<ListingChoice, 'sort' | 'isFalling'>
const OWN: readonly Filters[] = [
  {},
  { liked: true },
  { rating: 3 },
  { unplayed: true },
  { liked: true, rating: 2 },
]
const SHARED: readonly Filters[] = [
  { genreId: 'Jazz' },
  { decade: 1990 },
  { format: 'flac' },
  { lossless: true },
  { lossless: true, unplayed: true },
  { genreId: 'Folk', lossless: true, unplayed: true },
  { decade: 1990, format: 'opus' },
  { liked: true, lossless: true },
]

onBothDatabases('listings in a chosen order', open => {
  it('have the rows that pass the filters, each once, in the order of every sort', async () => {
    const { db } = await open()
    const lists = await fill(db)
    const found: Record<string, string[]> = {}
    const wanted: Record<string, string[]> = {}
    const check = async (table: ListedTable, sorts: readonly ListingSort[], filters: readonly Filters[]) => {
      for (const sort of sorts)
        for (const filter of filters)
          for (const isFalling of sort === 'random' || filter.liked ? [false] : [false, true]) {
            const middle = lists[table].map(({ id }) => id).sort()[2]!
            const choice = { ...filter, sort, isFalling, ...(sort === 'random' && { start: middle }) }
            const name = `${table} ${JSON.stringify(choice)}`
            found[name] = await readAll(db, table, choice)
            wanted[name] = expected(lists[table], choice)
          }
    }
    await check('tracks', SONG_SORTS, [...OWN, ...SHARED])
    await check('albums', ALBUM_SORTS, [...OWN, ...SHARED])
    await check('artists', ARTIST_SORTS, OWN)
    expect(found).toEqual(wanted)
    expect(Object.values(wanted).filter(ids => ids.length > 2).length).toBeGreaterThan(100)
  })

  it('end a page after a number of rows of all formats together', async () => {
    const { db } = await open()
    const lists = await fill(db)
    const choice: ListingChoice = { lossless: true, unplayed: true, sort: 'name', isFalling: false }
    for (const table of ['tracks', 'albums'] as const) {
      const page = await readSortedIds(db, table, scopeOf(USER), choice, undefined, { most: 50, tested: 3 })
      const { unplayed: _, ...alone } = choice
      const tested = new Set(expected(lists[table], alone).slice(0, 3))
      expect(page.ids).toEqual(expected(lists[table], choice).filter(id => tested.has(id)))
      expect(page.next?.[1]).toBe([...tested].at(-1))
    }
  })

  it('end a page of the songs played last after a number of plays', async () => {
    const { db } = await open()
    const lists = await fill(db)
    const choice: ListingChoice = { sort: 'lastPlayed', isFalling: true, format: 'flac' }
    const page = await readSortedIds(db, 'tracks', scopeOf(USER), choice, undefined, { most: 50, tested: 2 })
    const tested = expected(lists.tracks, { sort: 'lastPlayed', isFalling: true }).slice(0, 2)
    expect(page.ids).toEqual(tested.filter(id => expected(lists.tracks, choice).includes(id)))
    expect(page.next?.[1]).toBe(tested[1])
  })
})

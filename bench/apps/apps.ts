import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Dialect } from '@refrain/server/database/open'
import { type Measured, singleFigure, timesFigure } from '../report/measured.ts'
import { describeRun, finishRun, printTable } from '../report/run.ts'
import { openPlace } from '../scale/place.ts'
import { startScaleServer } from '../scale/start-scale-server.ts'
import { AppReader, createReaders, findGenres } from './app-reader.ts'

const PAGE = 500
const DEEP = 200_000
/** The albums of a million tracks are fewer. */
const DEEP_ALBUMS = 50_000
const PAGES = 40
const JUMPS = 8
const PAGE_MS = 150
const ARTISTS_MS = 2_000
const SYNC_SECONDS = 600
const PERCENTILE = 0.95
const ORDERS = ['newest', 'alphabeticalByName', 'alphabeticalByArtist'] as const

/**
 * What Subsonic apps cost that read a large catalogue whole: pages at the start, deep pages that follow another one, deep pages
 * that an app jumps to, and all artists in one answer; in milliseconds, over HTTP.
 * Options: `--tracks N`, `--database embedded|postgres`, `--whole` (reads all tracks to the end), `--compare`, `--save`.
 */
export async function benchApps(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tracks: { type: 'string', default: '1000000' },
      database: { type: 'string' },
      whole: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  const tracks = Number(values.tracks)
  for (const database of values.database ? [values.database] : ['embedded', 'postgres']) {
    const [load = 0] = loadavg()
    const figures = await measureAll(tracks, database === 'embedded' ? 'sqlite' : 'postgres', values.whole)
    const run = describeRun({ name: 'apps', tracks, database, load, figures })
    console.log(`\n${tracks} tracks, ${database}, load ${load.toFixed(1)} before; milliseconds`)
    printTable(run)
    finishRun(run, values)
  }
}

async function measureAll(tracks: number, dialect: Dialect, whole: boolean): Promise<Measured[]> {
  const place = await openPlace(tracks, dialect)
  try {
    const genres = await findGenres(place)
    const keys = await createReaders(place)
    const server = await startScaleServer(place)
    try {
      const next = () => new AppReader(server.port, keys())
      const figures = [...(await measureTracks(next, tracks)), ...(await measureAlbums(next, tracks))]
      figures.push(await measureArtists(next()), ...(await measureGenres(next, genres)))
      if (whole) figures.push(await measureSync(next(), tracks))
      return figures
    } finally {
      await server.stop()
    }
  } finally {
    await place.close()
  }
}

const songs = (offset: number) => ({
  ...{ query: '', songCount: PAGE, songOffset: offset },
  ...{ albumCount: 0, artistCount: 0 },
})

async function measureTracks(next: () => AppReader, tracks: number): Promise<Measured[]> {
  const deep = Math.min(DEEP, tracks / 2)
  return measureDepths('all tracks', deep, next, (reader, offset) => reader.time('search3', songs(offset)))
}

async function measureAlbums(next: () => AppReader, tracks: number): Promise<Measured[]> {
  const deep = Math.min(DEEP_ALBUMS, tracks / 20)
  const figures: Measured[] = []
  for (const type of ORDERS) {
    const read = (reader: AppReader, offset: number) =>
      reader.time('getAlbumList2', { type, size: PAGE, offset })
    figures.push(...(await measureDepths(`albums ${type}`, deep, next, read)))
  }
  return figures
}

/** The first pages, pages that follow one at a depth, and jumps to depths by apps that have read nothing before. */
async function measureDepths(
  name: string,
  deep: number,
  next: () => AppReader,
  read: (reader: AppReader, offset: number) => Promise<number>,
): Promise<Measured[]> {
  const first = await readPages(next(), 0, read)
  const reader = next()
  await read(reader, deep - PAGE)
  const following = await readPages(reader, deep, read)
  const jumps: number[] = []
  for (let n = 0; n < JUMPS; n++) jumps.push(await read(next(), deep - n * PAGE * 3))
  return [
    timesFigure(`${name}, first pages`, [first], PERCENTILE, PAGE_MS),
    timesFigure(`${name}, page after page at ${deep}`, [following], PERCENTILE, PAGE_MS),
    timesFigure(`${name}, jump to ${deep}`, [jumps], PERCENTILE, PAGE_MS),
  ]
}

async function readPages(
  reader: AppReader,
  from: number,
  read: (reader: AppReader, offset: number) => Promise<number>,
): Promise<number[]> {
  const times: number[] = []
  for (let page = 0; page < PAGES; page++) times.push(await read(reader, from + page * PAGE))
  return times
}

async function measureArtists(reader: AppReader): Promise<Measured> {
  await reader.time('getArtists', {})
  const times: number[] = []
  for (let n = 0; n < JUMPS; n++) times.push(await reader.time('getArtists', {}))
  return timesFigure('all artists in one answer', [times], PERCENTILE, ARTISTS_MS)
}

/** The first page of albums and of tracks of a genre. */
async function measureGenres(
  next: () => AppReader,
  genres: Readonly<Record<string, string>>,
): Promise<Measured[]> {
  const figures: Measured[] = []
  for (const [size, genre] of Object.entries(genres)) {
    const calls = { albums: { type: 'byGenre', genre, size: PAGE }, tracks: { genre, count: PAGE } }
    for (const [kind, parameters] of Object.entries(calls)) {
      const call = kind === 'albums' ? 'getAlbumList2' : 'getSongsByGenre'
      const times: number[] = []
      for (let n = 0; n < JUMPS; n++) times.push(await next().time(call, parameters))
      figures.push(timesFigure(`${kind} of the ${size} genre`, [times], PERCENTILE, PAGE_MS))
    }
  }
  return figures
}

async function measureSync(reader: AppReader, tracks: number): Promise<Measured> {
  let milliseconds = 0
  for (let offset = 0; offset < tracks; offset += PAGE)
    milliseconds += await reader.time('search3', songs(offset))
  return singleFigure(`all ${tracks} tracks page by page, s`, milliseconds / 1000, SYNC_SECONDS)
}

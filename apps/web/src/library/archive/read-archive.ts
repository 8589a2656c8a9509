import { ARCHIVE_VERSION, ARCHIVED_KEY, type ArchivedTrack } from '@refrain/contract/library/archive'
import { MAX_RATING } from '@refrain/contract/library/ratings'
import { byteLimits, countLimits, textLimits } from '@refrain/contract/limits'
import { PICTURE_FOLDERS } from '@refrain/contract/media/pictures'
import { isId } from '@refrain/contract/values'
import { ZipArchive } from '../../ui/browser/unzip-files.ts'
import type { Archive, ArchivedListen, ArchivedPlaylist, Timed } from './archive.ts'

/** An account at every limit fits. */
const MAX_DATA = 256 * 1024 * 1024
/** More than anybody hears of one track. */
const DAY_SECONDS = 86_400

/** Why a file cannot be imported. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
  readonly reason: 'not-an-archive' | 'newer'

  constructor(reason: ArchiveError['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

type Json = Readonly<Record<string, unknown>>

/**
 * Reads an archive, as downloaded from any instance. Invalid records are left out; the server checks all others again.
 * @throws ArchiveError
 */
export async function readArchive(file: Blob): Promise<Archive> {
  const { zip, data } = await open(file)
  const { version = 1 } = data
  if (typeof version !== 'number') throw new ArchiveError('not-an-archive')
  if (version > ARCHIVE_VERSION) throw new ArchiveError('newer')
  const now = timeOf(data.madeAt) ?? new Date().toISOString()
  const playlists = recordsOf(data.playlists).map(list => toPlaylist(list, now))
  const played = Object.values(objectOf(data.playedTracks)).flatMap(ids =>
    Array.isArray(ids) ? ids.filter(isId).map(id => ({ id, at: now })) : [],
  )
  const artists = recordsOfAll(data, ['following', 'interestedArtists', 'ratedArtists'])
  const albums = recordsOfAll(data, ['countedAlbums', 'keptAlbums', 'ratedAlbums'])
  return {
    tracks: readTracks(data, played),
    albums: unique(albums).map(album => ({
      id: idOf(album)!,
      mbid: keyOf(album.mbid),
      title: textOf(album.name),
      artistName: textOf(album.artistName),
    })),
    artists: unique(artists).map(artist => ({
      id: idOf(artist)!,
      mbid: keyOf(artist.mbid),
      name: textOf(artist.name),
    })),
    genres: unique(recordsOf(data.interestedGenres)).map(genre => ({
      id: idOf(genre)!,
      name: textOf(genre.name),
    })),
    lists: {
      following: timed(data.following, 'at', now),
      interestedArtists: timed(data.interestedArtists, 'at', now),
      interestedGenres: timed(data.interestedGenres, 'at', now),
      countedTracks: timed(data.countedTracks, 'at', now),
      countedAlbums: timed(data.countedAlbums, 'at', now),
      playedTracks: played,
      keptAlbums: timed(data.keptAlbums, 'at', now),
      ratedTracks: rated(data.ratedTracks, now),
      ratedAlbums: rated(data.ratedAlbums, now),
      ratedArtists: rated(data.ratedArtists, now),
    },
    listens: listensOf(data.countedPlays),
    playlists: playlists.filter(list => list !== undefined),
    async readPicture(playlistId) {
      const name = `pictures/${PICTURE_FOLDERS.playlist}/${playlistId}.jpg`
      const bytes = await zip.read(name, byteLimits.picture).catch(() => undefined)
      return bytes && new Blob([bytes], { type: 'image/jpeg' })
    },
  }
}

async function open(file: Blob): Promise<{ zip: ZipArchive; data: Json }> {
  try {
    const zip = await ZipArchive.open(file)
    const bytes = await zip.read('own-data.json', MAX_DATA)
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (!isObject(data) || !Array.isArray(data.playlists)) throw new Error('It holds something else.')
    return { zip, data }
  } catch (cause) {
    throw new ArchiveError('not-an-archive', { cause })
  }
}

/**
 * Describes every track that the lists name, in their order. The first version has no descriptions, but most names.
 */
function readTracks(data: Json, played: readonly Timed[]): ArchivedTrack[] {
  const described = new Map(recordsOf(data.tracks).map(track => [idOf(track), track]))
  const songs = recordsOf(data.playlists).flatMap(list => recordsOf(list.songs))
  const counted = recordsOfAll(data, ['countedTracks', 'ratedTracks', 'countedPlays']).map(track => ({
    ...track,
    title: track.name,
  }))
  return unique([...songs, ...counted, ...played.map(({ id }) => ({ id }))]).map(named => {
    const id = idOf(named)!
    const track = described.get(id) ?? named
    return {
      id,
      audioId: keyOf(track.audioId),
      mbid: keyOf(track.mbid),
      title: textOf(track.title),
      artistName: textOf(track.artistName),
      albumTitle: textOf(track.albumTitle),
      albumMbid: keyOf(track.albumMbid),
    }
  })
}

function toPlaylist(list: Json, now: string): ArchivedPlaylist | undefined {
  const id = idOf(list)
  if (id === undefined) return undefined
  return {
    id,
    origin: isId(list.origin) ? list.origin : id,
    type: list.type === 'liked' ? 'liked' : 'playlist',
    title: textOf(list.title),
    createdAt: timeOf(list.createdAt) ?? now,
    comment: commentOf(list.comment),
    // A playlist may hold a track several times.
    songs: allTimed(recordsOf(list.songs), 'addedAt', timeOf(list.createdAt) ?? now).slice(
      0,
      countLimits.playlistTracks,
    ),
  }
}

/** @param otherwise the time of records without one */
function timed(value: unknown, field: string, otherwise: string): Timed[] {
  return allTimed(unique(recordsOf(value)), field, otherwise)
}

/** The same with repeats. */
function allTimed(records: readonly Json[], field: string, otherwise: string): Timed[] {
  return records.flatMap(record => {
    const id = idOf(record)
    return id === undefined ? [] : { id, at: timeOf(record[field]) ?? otherwise }
  })
}

/** Listens without a time are left out. */
function listensOf(value: unknown): ArchivedListen[] {
  return recordsOf(value)
    .slice(0, countLimits.listens)
    .flatMap(record => {
      const [id, at] = [idOf(record), timeOf(record.at)]
      const client = textOf(record.client).slice(0, textLimits.clientName.max).toWellFormed()
      const secondsHeard = isSeconds(record.secondsHeard) ? record.secondsHeard : null
      return id === undefined || at === undefined ? [] : { id, at, client, secondsHeard }
    })
}

const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= DAY_SECONDS

/** Ratings without a number are left out. */
function rated(value: unknown, otherwise: string): Timed[] {
  return unique(recordsOf(value)).flatMap(record => {
    const { rating } = record
    const isValid = Number.isInteger(rating) && Number(rating) >= 1 && Number(rating) <= MAX_RATING
    return isValid ? { id: idOf(record)!, at: timeOf(record.at) ?? otherwise, rating: Number(rating) } : []
  })
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
const recordsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

const recordsOfAll = (data: Json, lists: readonly string[]) => lists.flatMap(list => recordsOf(data[list]))

/** The first record of each id, without those that have none. */
function unique(records: readonly Json[]): Json[] {
  const byId = new Map<string, Json>()
  for (const record of records) {
    const id = idOf(record)
    if (id !== undefined && !byId.has(id)) byId.set(id, record)
  }
  return [...byId.values()]
}

/** Descriptions of tracks call it `id`, all other records `_id`, as on the wire. */
function idOf({ id, _id: wireId }: Json): string | undefined {
  const given = id ?? wireId
  return isId(given) ? given : undefined
}

/** A text that the server accepts: one line within the limit. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, textLimits.archivedText.max)
    .toWellFormed()
}

/** A comment that the server accepts: line breaks may stay. */
function commentOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .slice(0, textLimits.comment.max)
    .toWellFormed()
}

/** A key in the form that the server accepts, else ''. */
const keyOf = (value: unknown) => (typeof value === 'string' && ARCHIVED_KEY.test(value) ? value : '')

function timeOf(value: unknown): string | undefined {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant)
    ? undefined
    : new Date(Math.min(Math.max(0, instant), Date.now())).toISOString()
}

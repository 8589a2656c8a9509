import { setImmediate as nextTurn } from 'node:timers/promises'
import { ARCHIVE_VERSION } from '@refrain/contract/library/archive'
import { fetchOwnData, type OwnData } from '@refrain/contract/own-data'
import { readUser } from '../../account/user-store.ts'
import { CHUNK_SIZE, inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { streamJsonObject } from '../../http/responses/stream-json.ts'
import { readListenedTracks } from '../../listening/listens/listen-store.ts'
import { readPlayed } from '../../listening/played-track-store.ts'
import { readPlaylistRows } from '../playlists/playlist-store.ts'
import { withTracks } from '../playlists/playlists.ts'
import { readDeletedPlaylists } from '../trash/deleted-playlist-store.ts'
import { readAccountData, readArchivedTracks, readSongs } from './own-data-store.ts'
import { readCountedPlays, readListeningData, readOpinions, readReported } from './own-listening-store.ts'

/** Reads the notifications domain's part of the export: this domain may not import it. */
export type ReadNotificationData = (
  db: Database,
  userId: string,
) => Promise<Pick<OwnData, 'permissions' | 'devices'>>

/**
 * Exports everything stored about a listener as JSON, except what would let somebody sign in. In pieces: all playlists
 * together may hold 100,000 tracks.
 * @throws UnauthorizedError if the account has been deleted, before the first piece
 */
export async function* exportOwnData(
  db: Database,
  userId: string,
  readNotificationData: ReadNotificationData,
): AsyncGenerator<string> {
  const user = await readUser(db, userId)
  if (!user) throw new UnauthorizedError()
  yield* streamJsonObject(readFields(db, user, readNotificationData), fetchOwnData.outputNames)
}

type Field = { [Name in keyof OwnData]: [Name, OwnData[Name] | AsyncIterable<OwnData[Name]>] }[keyof OwnData]

async function* readFields(
  db: Database,
  user: OwnData['user'],
  readNotificationData: ReadNotificationData,
): AsyncGenerator<Field> {
  const userId = user.id
  yield ['version', ARCHIVE_VERSION]
  yield ['madeAt', new Date().toISOString()]
  yield ['user', user]
  yield* entriesOf(await readAccountData(db, userId))
  const listening = await readListeningData(db, userId)
  yield* entriesOf(listening)
  const opinions = await readOpinions(db, userId)
  yield* entriesOf(opinions)
  const named = new Set([...listening.countedTracks, ...opinions.ratedTracks].map(track => track.id))
  yield ['countedPlays', readPlays(db, userId, named)]
  const reported = await readReported(db, userId)
  yield* entriesOf(reported)
  for (const id of [...reported.bookmarks.map(track => track.id), ...reported.queue.tracks]) named.add(id)
  yield ['playlists', readPlaylists(db, userId, named)]
  yield ['deletedPlaylists', readDeleted(db, userId, named)]
  const playedTracks = await readPlayed(db, userId)
  for (const id of Object.values(playedTracks).flat()) named.add(id)
  yield ['playedTracks', playedTracks]
  yield ['tracks', readTracks(db, [...named].toSorted())]
  yield* entriesOf(await readNotificationData(db, userId))
}

const entriesOf = (part: Partial<OwnData>) => Object.entries(part) as Field[]

/** @param named receives the ids of their tracks */
async function* readPlaylists(
  db: Database,
  userId: string,
  named: Set<string>,
): AsyncGenerator<OwnData['playlists']> {
  for (const row of await readPlaylistRows(db, userId)) {
    const playlist = await withTracks(db, row)
    for (const id of playlist.tracks) named.add(id)
    const songs = await readAllSongs(db, 'playlist_tracks', row.id)
    yield [{ ...playlist, origin: row.origin ?? row.id, songs }]
  }
}

/** @param named receives the ids of their tracks */
async function* readDeleted(
  db: Database,
  userId: string,
  named: Set<string>,
): AsyncGenerator<OwnData['deletedPlaylists']> {
  for (const playlist of await readDeletedPlaylists(db, userId)) {
    const songs = await readAllSongs(db, 'deleted_playlist_tracks', playlist.id)
    for (const song of songs) named.add(song.id)
    yield [{ ...playlist, songs }]
  }
}

async function readAllSongs(db: Database, ...playlist: [Parameters<typeof readSongs>[1], string]) {
  const songs: Awaited<ReturnType<typeof readSongs>> = []
  for (;;) {
    const some = await readSongs(db, ...playlist, songs.length, CHUNK_SIZE)
    songs.push(...some)
    if (some.length < CHUNK_SIZE) return songs
    await nextTurn()
  }
}

/** @param named receives the ids of their tracks */
async function* readPlays(
  db: Database,
  userId: string,
  named: Set<string>,
): AsyncGenerator<OwnData['countedPlays']> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const plays = await readCountedPlays(db, userId, before, PLAYS_PER_READ)
    for (const { id } of plays) named.add(id)
    yield plays
    const last = plays.at(-1)
    if (plays.length < PLAYS_PER_READ || !last) return
    before = Date.parse(last.at)
    await nextTurn()
  }
}

/** Some milliseconds in which nothing else runs. */
const PLAYS_PER_READ = 1_000

/** Also those that have left the catalogue, if the listener has listened to them. */
async function* readTracks(db: Database, ids: readonly string[]): AsyncGenerator<OwnData['tracks']> {
  for (const chunk of inChunks(ids)) {
    const tracks = await readArchivedTracks(db, chunk)
    const found = new Set(tracks.map(track => track.id))
    const left = chunk.filter(id => !found.has(id))
    yield left.length === 0 ? tracks : [...tracks, ...(await readListenedTracks(db, left))]
  }
}

import type { RatedKind } from '@refrain/contract/library/ratings'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import {
  type MarkedAt,
  readAlbumsPlayedAt,
  readFollowedAt,
  readKeptAt,
  readLikedAt,
} from '../../library/marks/mark-store.ts'
import { readRatingsOf } from '../../library/ratings/rating-store.ts'
import { readLastCounted } from '../../listening/reported/playable-track-store.ts'
import { toTime } from './times.ts'

/** What a listener has done with records, by id. */
export interface Marks {
  readonly starred: MarkedAt
  readonly ratings: ReadonlyMap<string, number>
}

export interface PlayedMarks extends Marks {
  readonly played: MarkedAt
}

/** When the listener last played a record. */
export function playedField({ played }: PlayedMarks, id: string) {
  const playedAt = played.get(id)
  return { played: playedAt === undefined ? undefined : toTime(playedAt) }
}

/** The fields that every marked record has. */
export function toMarkFields({ starred, ratings }: Marks, id: string) {
  const starredAt = starred.get(id)
  return { starred: starredAt === undefined ? undefined : toTime(starredAt), userRating: ratings.get(id) }
}

async function readAll(
  ids: readonly string[],
  read: (chunk: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): Promise<ReadonlyMap<string, number>> {
  const all = new Map<string, number>()
  for (const chunk of inChunks(ids)) for (const [id, value] of await read(chunk)) all.set(id, value)
  return all
}

const readRatings = (db: Database, userId: string, kind: RatedKind, ids: readonly string[]) =>
  readAll(ids, chunk => readRatingsOf(db, userId, kind, chunk))

export async function readTrackMarks(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<PlayedMarks> {
  return {
    starred: await readAll(ids, chunk => readLikedAt(db, userId, chunk)),
    played: await readAll(ids, chunk => readLastCounted(db, userId, chunk)),
    ratings: await readRatings(db, userId, 'track', ids),
  }
}

export async function readAlbumMarks(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<PlayedMarks> {
  return {
    starred: await readAll(ids, chunk => readKeptAt(db, userId, chunk)),
    played: await readAll(ids, chunk => readAlbumsPlayedAt(db, userId, chunk)),
    ratings: await readRatings(db, userId, 'album', ids),
  }
}

export async function readArtistMarks(db: Database, userId: string, ids: readonly string[]): Promise<Marks> {
  return {
    starred: await readAll(ids, chunk => readFollowedAt(db, userId, chunk)),
    ratings: await readRatings(db, userId, 'artist', ids),
  }
}

import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import { type MarkedAt, readFollowedAt, readLikedAt, readPlayedAt } from '../../library/marks/mark-store.ts'

/** What a listener has done with records: by id, in times. */
export interface Marks {
  readonly starred: MarkedAt
  readonly played?: MarkedAt
}

export const NO_MARKS: Marks = { starred: new Map() }

async function readAll(
  ids: readonly string[],
  read: (chunk: readonly string[]) => Promise<MarkedAt>,
): Promise<MarkedAt> {
  const all = new Map<string, number>()
  for (const chunk of inChunks(ids)) for (const [id, at] of await read(chunk)) all.set(id, at)
  return all
}

export async function readTrackMarks(db: Database, userId: string, ids: readonly string[]): Promise<Marks> {
  return {
    starred: await readAll(ids, chunk => readLikedAt(db, userId, chunk)),
    played: await readAll(ids, chunk => readPlayedAt(db, userId, chunk)),
  }
}

export async function readArtistMarks(db: Database, userId: string, ids: readonly string[]): Promise<Marks> {
  return { starred: await readAll(ids, chunk => readFollowedAt(db, userId, chunk)) }
}

import { lockUser } from '../account/user-store.ts'
import { readArtist } from '../catalogue/artist-store.ts'
import { readGenreIdByName } from '../catalogue/genre-store.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { NotFoundError } from '../http/errors/request-errors.ts'
import { upsertInterestedArtist, upsertInterestedGenre } from './interest-store.ts'

/** @returns whether it is new @throws NotFoundError if there is no such artist */
export async function addInterestedArtist(db: Database, userId: string, artistId: string): Promise<boolean> {
  if (!(await readArtist(db, artistId))) throw new NotFoundError('There is no such artist.')
  return write(db, async tx => {
    await lockUser(tx, userId)
    return upsertInterestedArtist(tx, userId, artistId, Date.now())
  })
}

/** @returns whether it is new @throws NotFoundError if there is no genre of that name */
export async function addInterestedGenre(db: Database, userId: string, name: string): Promise<boolean> {
  const genreId = await readGenreIdByName(db, name)
  if (genreId === undefined) throw new NotFoundError('There is no such genre.')
  return write(db, async tx => {
    await lockUser(tx, userId)
    return upsertInterestedGenre(tx, userId, genreId, Date.now())
  })
}

import { foldName } from '@refrain/contract/fold-name'
import { lockUser } from '../account/user-store.ts'
import { readArtist } from '../catalogue/artist-store.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { NotFoundError } from '../http/errors/request-errors.ts'
import { upsertInterestedArtist, upsertInterestedGenre } from './interest-store.ts'

/** @returns whether it is new @throws NotFoundError where there is no such artist */
export async function addInterestedArtist(db: Database, userId: string, artistId: string): Promise<boolean> {
  if (!(await readArtist(db, artistId))) throw new NotFoundError('There is no such artist.')
  return write(db, async tx => {
    await lockUser(tx, userId)
    return upsertInterestedArtist(tx, userId, artistId, Date.now())
  })
}

/** @returns whether it is new @throws NotFoundError where there is no genre of that name */
export async function addInterestedGenre(db: Database, userId: string, name: string): Promise<boolean> {
  const genre = await db
    .selectFrom('genres')
    .select('id')
    .where('folded_genre', '=', foldName(name))
    .executeTakeFirst()
  if (!genre) throw new NotFoundError('There is no such genre.')
  return write(db, async tx => {
    await lockUser(tx, userId)
    return upsertInterestedGenre(tx, userId, genre.id, Date.now())
  })
}

import { countLimits } from '@refrain/contract/limits'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import * as store from './follow-store.ts'

/** The artists a listener follows, and the most played tracks of all of them. */
export async function readFollowing(db: Database, userId: string) {
  const artistIds = await store.readFollowedIds(db, userId)
  return {
    artists: await store.readFollowedArtists(db, userId),
    artistIds,
    tracks: await store.readTopTracks(db, userId, artistIds.length),
  }
}

/** @returns the artist's number of followers */
export function follow(db: Database, userId: string, artistId: string): Promise<number> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    await readFollowers(tx, artistId)
    await addFollow(tx, userId, artistId)
    return readFollowers(tx, artistId)
  })
}

/** @returns the artist's number of followers */
export function unfollow(db: Database, userId: string, artistId: string): Promise<number> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    await readFollowers(tx, artistId)
    await removeFollow(tx, userId, artistId)
    return readFollowers(tx, artistId)
  })
}

/** @param artistId an existing one @returns whether it is new @throws RequestError (409) for too many follows */
export async function addFollow(tx: Transaction, userId: string, artistId: string): Promise<boolean> {
  if (!(await store.insertFollow(tx, userId, artistId, Date.now()))) return false
  if ((await store.countFollows(tx, userId)) > countLimits.follows) {
    throw new RequestError(409, `Nobody follows more than ${countLimits.follows} artists.`)
  }
  await store.changeFollowerCount(tx, artistId, 1)
  return true
}

/** @returns whether the listener followed */
export async function removeFollow(tx: Transaction, userId: string, artistId: string): Promise<boolean> {
  if (!(await store.deleteFollow(tx, userId, artistId))) return false
  await store.changeFollowerCount(tx, artistId, -1)
  return true
}

/** @throws NotFoundError if there is no such artist */
async function readFollowers(tx: Transaction, artistId: string): Promise<number> {
  const count = await store.readFollowerCount(tx, artistId)
  if (count === undefined) throw new NotFoundError('There is no such artist.')
  return count
}

import { countLimits } from '@refrain/contract/limits'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import * as store from './follow-store.ts'

/** Whom a listener follows, and what of theirs is played most (API-39). */
export async function readFollowing(db: Database, userId: string) {
  const artistsArr = await store.readFollowedIds(db, userId)
  return {
    artists: await store.readFollowedArtists(db, artistsArr.slice(0, countLimits.followedArtists)),
    artistsArr,
    tracks: await store.readTopTracks(db, userId, artistsArr.length),
  }
}

/** @returns how many follow the artist now */
export function follow(db: Database, userId: string, artistId: string): Promise<number> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    await readFollowers(tx, artistId)
    if (await store.insertFollow(tx, userId, artistId, Date.now())) {
      if ((await store.countFollows(tx, userId)) > countLimits.follows) {
        throw new RequestError(409, `Nobody follows more than ${countLimits.follows} artists.`)
      }
      await store.changeFollowerCount(tx, artistId, 1)
    }
    return readFollowers(tx, artistId)
  })
}

/** @returns how many follow the artist now */
export function unfollow(db: Database, userId: string, artistId: string): Promise<number> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    await readFollowers(tx, artistId)
    if (await store.deleteFollow(tx, userId, artistId)) await store.changeFollowerCount(tx, artistId, -1)
    return readFollowers(tx, artistId)
  })
}

/** @throws NotFoundError where there is no such artist */
async function readFollowers(tx: Transaction, artistId: string): Promise<number> {
  const row = await tx.selectFrom('artists').select('followers').where('id', '=', artistId).executeTakeFirst()
  if (!row) throw new NotFoundError('There is no such artist.')
  return row.followers
}

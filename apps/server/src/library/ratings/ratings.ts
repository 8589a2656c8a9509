import type { saveRating as operation } from '@refrain/contract/library/ratings'
import { countLimits } from '@refrain/contract/limits'
import type { InputOf } from '@refrain/contract/operation'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import * as store from './rating-store.ts'

/**
 * Rates a track, album or artist; 0 deletes the rating.
 * @throws NotFoundError if there is no such record, RequestError (409) for too many ratings
 */
export function saveRating(
  db: Database,
  userId: string,
  { kind, id, rating }: InputOf<typeof operation>,
): Promise<void> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    const known = await store.filterRatable(tx, kind, [id])
    if (known.length === 0) throw new NotFoundError(`There is no such ${kind}.`)
    // The new one counts, whatever the clock said before.
    await store.deleteRating(tx, userId, kind, id)
    if (rating === 0) return
    await store.upsertRatings(tx, userId, kind, [{ id, rating, ratedAt: Date.now() }])
    if ((await store.countRatings(tx, userId, kind)) > countLimits.ratings)
      throw new RequestError(409, `Nobody has more than ${countLimits.ratings} ratings of a kind.`)
  })
}

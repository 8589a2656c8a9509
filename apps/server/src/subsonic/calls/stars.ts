import { MAX_RATING, type RatedKind } from '@refrain/contract/library/ratings'
import type { Database } from '../../database/tables.ts'
import { saveRating } from '../../library/ratings/ratings.ts'
import { type StarResult, type StarredIds, starItems, unstarItems } from '../../library/stars/stars.ts'
import { type CallInput, type Calls, type CallTools, edit } from '../call.ts'
import { type IdKind, readAppId } from '../ids.ts'
import type { Parameters } from '../request/parameters.ts'
import { badParameter, notFound } from '../subsonic-error.ts'

type ChangeStars = (db: Database, userId: string, ids: StarredIds) => Promise<StarResult>

/** Stars are likes of tracks, kept albums and follows of artists; ratings are ratings. */
export function starCalls({ db, liveUpdates }: CallTools): Calls {
  async function star({ parameters, caller }: CallInput, change: ChangeStars): Promise<object> {
    const { known, hasUnknown } = readStarredIds(parameters)
    const { unknown, changed } = await change(db, caller.userId, known)
    for (const kind of changed) liveUpdates.publish({ userId: caller.userId }, kind)
    if (hasUnknown || unknown.length > 0) throw notFound('song, album or artist')
    return {}
  }

  return {
    star: edit(async input => ({ ...(await star(input, starItems)) })),
    unstar: edit(async input => ({ ...(await star(input, unstarItems)) })),
    setRating: edit(async ({ parameters, caller }) => {
      const known = readAppId(parameters.required('id'))
      parameters.required('rating')
      const rating = parameters.wholeIfGiven('rating') as number
      if (rating < 0 || rating > MAX_RATING)
        throw badParameter('rating', `is not between 0 and ${MAX_RATING}`)
      if (!known || known.kind === 'playlist') throw notFound('song, album or artist')
      await saveRating(db, caller.userId, { kind: known.kind satisfies RatedKind, id: known.id, rating })
      liveUpdates.publish({ userId: caller.userId }, 'ratings')
      return {}
    }),
  }
}

/** `id` may be of any kind: older apps know no other parameter. */
function readStarredIds(parameters: Parameters): { known: StarredIds; hasUnknown: boolean } {
  const known: Record<IdKind, string[]> = { track: [], album: [], artist: [], playlist: [] }
  const given = ['id', 'albumId', 'artistId'].flatMap(name => parameters.all(name)).filter(id => id !== '')
  if (given.length === 0) throw badParameter('id', 'is missing')
  let hasUnknown = false
  for (const id of given) {
    const read = readAppId(id)
    if (read && read.kind !== 'playlist') known[read.kind].push(read.id)
    else hasUnknown = true
  }
  return { known: { tracks: known.track, albums: known.album, artists: known.artist }, hasUnknown }
}

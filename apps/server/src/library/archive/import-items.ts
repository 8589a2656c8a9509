import type { importArchiveItems as operation } from '@refrain/contract/library/archive'
import type { RatedKind } from '@refrain/contract/library/ratings'
import { countLimits } from '@refrain/contract/limits'
import type { InputOf, OutputOf } from '@refrain/contract/operation'
import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { countFollows } from '../follows/follow-store.ts'
import { countKeptAlbums, insertKeptAlbums } from '../kept-albums/kept-album-store.ts'
import { readKeptAt } from '../marks/mark-store.ts'
import { countRatings, readRatingsOf, upsertRatings } from '../ratings/rating-store.ts'
import * as store from './item-writer.ts'

const DAY_MS = 86_400_000

/** Adds a part of an archive's list to what the listener has. */
export function importItems(
  db: Database,
  userId: string,
  { list, items }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const now = Date.now()
  const times = new Map(items.map(({ id, at }) => [id, readTime(at, now)]))
  const stars = new Map(items.map(({ id, rating }) => [id, rating]))
  return write(db, async tx => {
    await lockUser(tx, userId)
    const existing = times.size === 0 ? [] : await store.filterExisting(tx, list, [...times.keys()])
    if (existing.length === 0) return { added: 0, overLimit: 0 }
    const known = existing.map(id => ({ id, at: times.get(id)! }))
    switch (list) {
      case 'following':
        return importFollows(tx, userId, known)
      case 'playedTracks':
        return { added: await store.insertPlayedTracks(tx, userId, existing), overLimit: 0 }
      case 'interestedArtists':
      case 'interestedGenres': {
        const changed = await store.upsertTimed(tx, list, userId, known)
        const trimmed = await store.trimInterests(tx, list, userId)
        return { added: Math.max(0, changed - trimmed), overLimit: 0 }
      }
      case 'countedTracks':
        return { added: await store.upsertTimed(tx, list, userId, known), overLimit: 0 }
      case 'countedAlbums': {
        const days = known.map(({ id, at }) => ({ id, at: Math.floor(at / DAY_MS) }))
        return { added: await store.upsertTimed(tx, list, userId, days), overLimit: 0 }
      }
      case 'keptAlbums':
        return importKeptAlbums(tx, userId, known)
      case 'ratedTracks':
      case 'ratedAlbums':
      case 'ratedArtists': {
        const rated = known.map(({ id, at }) => ({ id, rating: stars.get(id), ratedAt: at }))
        return importRatings(tx, userId, RATED[list], rated)
      }
    }
  })
}

const RATED = { ratedTracks: 'track', ratedAlbums: 'album', ratedArtists: 'artist' } as const

/** Most recently kept ones take the room that is left. */
async function importKeptAlbums(
  tx: Transaction,
  userId: string,
  albums: readonly store.Item[],
): Promise<OutputOf<typeof operation>> {
  const kept = await readKeptAt(
    tx,
    userId,
    albums.map(({ id }) => id),
  )
  const missing = albums.filter(({ id }) => !kept.has(id)).toSorted((a, b) => b.at - a.at)
  const room = Math.max(0, countLimits.keptAlbums - (await countKeptAlbums(tx, userId)))
  const added = await insertKeptAlbums(tx, userId, missing.slice(0, room))
  return { added, overLimit: missing.length - added }
}

/** Of two ratings the later one stays. */
async function importRatings(
  tx: Transaction,
  userId: string,
  kind: RatedKind,
  ratings: readonly { readonly id: string; readonly rating: number | undefined; readonly ratedAt: number }[],
): Promise<OutputOf<typeof operation>> {
  const known = await readRatingsOf(
    tx,
    userId,
    kind,
    ratings.map(({ id }) => id),
  )
  const valid = ratings.flatMap(({ rating, ...rated }) =>
    rating === undefined ? [] : [{ ...rated, rating }],
  )
  const missing = valid.filter(({ id }) => !known.has(id))
  const room = Math.max(0, countLimits.ratings - (await countRatings(tx, userId, kind)))
  const taken = [...valid.filter(({ id }) => known.has(id)), ...missing.slice(0, room)]
  const added = await upsertRatings(tx, userId, kind, taken)
  return { added, overLimit: Math.max(0, missing.length - room) }
}

/** Most recent follows take the room that is left. */
async function importFollows(
  tx: Transaction,
  userId: string,
  follows: readonly store.Item[],
): Promise<OutputOf<typeof operation>> {
  const followed = await store.readFollowed(
    tx,
    userId,
    follows.map(({ id }) => id),
  )
  const missing = follows.filter(({ id }) => !followed.has(id)).toSorted((a, b) => b.at - a.at)
  const room = Math.max(0, countLimits.follows - (await countFollows(tx, userId)))
  const added = missing.slice(0, room)
  if (added.length > 0) await store.insertFollows(tx, userId, added)
  return { added: added.length, overLimit: missing.length - added.length }
}

/** Epoch milliseconds of a time in an archive, not in the future: the clocks of two instances may differ. */
export function readTime(at: string, now: number): number {
  return Math.min(Math.max(0, Date.parse(at)), now)
}

import { countLimits } from '@refrain/contract/limits'
import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Transaction } from '../../database/tables.ts'

/** A play to store. */
export interface NewListen {
  readonly trackId: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Name of the device or app; '' if unknown. */
  readonly client: string
  readonly secondsHeard?: number | undefined
  /** Whether a client reported it afterwards, with its time. */
  readonly isReported: boolean
}

/**
 * Stores plays that were counted; the oldest beyond the limit make room. Ignores plays at a moment that has one. For some
 * hundreds. Call it after locking the tracks: other transactions wait for new numbers.
 * @returns how many are new
 */
export async function insertListens(
  tx: Transaction,
  userId: string,
  plays: readonly NewListen[],
  most = countLimits.listens,
): Promise<number> {
  if (plays.length === 0) return 0
  const listener = await lockListener(tx, userId, plays.length)
  const tracks = await numberTracks(tx, [...new Set(plays.map(play => play.trackId))])
  const clients = await numberClients(tx, listener.number, [...new Set(plays.map(play => play.client))])
  const inserted = await tx
    .insertInto('counted_plays')
    .values(
      plays.map(play => ({
        played_at: play.at,
        listener: listener.number,
        track: tracks.get(play.trackId)!,
        client: clients.get(play.client) ?? null,
        seconds_heard: play.secondsHeard ?? null,
        reported: Number(play.isReported),
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('played_at')
    .execute()
  const known = plays.length - inserted.length
  const listens = listener.listens - known
  const removed = listens > most ? await deleteOldest(tx, listener.number, listens - most) : 0
  if (known + removed > 0) await setListens(tx, listener.number, listens - removed)
  return inserted.length
}

const setListens = (tx: Transaction, listener: number, listens: number) =>
  tx.updateTable('listen_users').set({ listens }).where('number', '=', listener).execute()

interface LockedListener {
  readonly number: number
  readonly listens: number
}

/** Locks the listener's listens until the transaction ends, and counts those that are about to be added. */
function lockIfKnown(tx: Transaction, userId: string, added: number): Promise<LockedListener | undefined> {
  return tx
    .updateTable('listen_users')
    .set(eb => ({ listens: eb('listens', '+', added) }))
    .where('user_id', '=', userId)
    .returning(['number', 'listens'])
    .executeTakeFirst()
}

/** The same, but gives new listeners a number. Repeats if another transaction took the number. */
async function lockListener(tx: Transaction, userId: string, added = 0): Promise<LockedListener> {
  for (;;) {
    const known = await lockIfKnown(tx, userId, added)
    if (known) return known
    const { rows } = await sql<LockedListener>`insert into listen_users (number, user_id, listens, deleted_at)
      select coalesce(max(number), 0) + 1, ${userId}, cast(${added} as integer), 0 from listen_users where true
      on conflict do nothing returning number, listens`.execute(tx)
    if (rows[0]) return rows[0]
  }
}

/** Numbers of tracks by id; new ones get one. Repeats if another transaction took the number or added the track. */
async function numberTracks(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  for (;;) {
    const known = await tx
      .selectFrom('listen_tracks')
      .select(['track_id', 'number'])
      .where('track_id', 'in', ids)
      .execute()
    for (const row of known) numbers.set(row.track_id, row.number)
    const missing = ids.filter(id => !numbers.has(id))
    if (missing.length === 0) return numbers
    const added = missing.map((id, n) => sql`(${id}, ${sql.lit(n + 1)})`)
    const { rows } = await sql<{
      track_id: string
      number: number
    }>`insert into listen_tracks (number, track_id)
      select (select coalesce(max(number), 0) from listen_tracks) + added.n, added.track_id
      from (select column1 as track_id, column2 as n from (values ${sql.join(added)}) as listed) as added
      where true on conflict do nothing returning track_id, number`.execute(tx)
    for (const row of rows) numbers.set(row.track_id, row.number)
    if (rows.length === missing.length) return numbers
  }
}

/** Numbers of a listener's clients by name. Beyond the limit, new ones have none. */
async function numberClients(
  tx: Transaction,
  listener: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('listen_clients')
    .select(['name', 'number'])
    .where('listener', '=', listener)
    .where('name', 'in', names)
    .execute()
  const numbers = new Map(rows.map(row => [row.name, row.number]))
  const missing = names.filter(name => name !== '' && !numbers.has(name))
  if (missing.length === 0) return numbers
  const { last } = await tx
    .selectFrom('listen_clients')
    .select(eb => eb.fn.coalesce(eb.fn.max('number'), sql.lit(0)).as('last'))
    .where('listener', '=', listener)
    .executeTakeFirstOrThrow()
  const added = missing
    .slice(0, Math.max(0, countLimits.listenClients - last))
    .map((name, n) => ({ listener, number: last + n + 1, name }))
  if (added.length > 0) await tx.insertInto('listen_clients').values(added).execute()
  for (const { name, number } of added) numbers.set(name, number)
  return numbers
}

async function deleteOldest(tx: Transaction, listener: number, count: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('counted_plays')
    .where('listener', '=', listener)
    .where('played_at', 'in', eb =>
      eb
        .selectFrom('counted_plays as oldest')
        .select('oldest.played_at')
        .where('oldest.listener', '=', listener)
        .orderBy('oldest.played_at')
        .limit(literal(count)),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Stores how much of a listen was heard, unless it is stored already. Ignores unknown listens. */
export async function writeSecondsHeard(
  tx: Transaction,
  userId: string,
  listen: { readonly trackId: string; readonly at: number; readonly seconds: number },
): Promise<void> {
  await tx
    .updateTable('counted_plays')
    .set({ seconds_heard: listen.seconds })
    .where('listener', '=', eb =>
      eb.selectFrom('listen_users').select('number').where('user_id', '=', userId),
    )
    .where('played_at', '=', listen.at)
    .where('track', '=', eb =>
      eb.selectFrom('listen_tracks').select('number').where('track_id', '=', listen.trackId),
    )
    .where('seconds_heard', 'is', null)
    .execute()
}

/** Deletes a listener's listens, the names of their clients, and when each track was last counted. */
export async function deleteAllListens(tx: Transaction, userId: string, now: number): Promise<void> {
  const { number } = await lockListener(tx, userId)
  await tx.deleteFrom('counted_plays').where('listener', '=', number).execute()
  await tx.deleteFrom('listen_clients').where('listener', '=', number).execute()
  await tx.deleteFrom('counted_tracks').where('user_id', '=', userId).execute()
  await tx
    .updateTable('listen_users')
    .set({ listens: 0, deleted_at: now })
    .where('number', '=', number)
    .execute()
}

/** Deletes some of these listeners' listens before a time. @returns how many, 0 once there are none */
export async function deleteExpiredListens(
  tx: Transaction,
  userIds: readonly string[],
  before: number,
  most: number,
): Promise<number> {
  let deleted = 0
  for (const userId of userIds.toSorted()) {
    if (deleted >= most) break
    const listener = await lockIfKnown(tx, userId, 0)
    // The account has been deleted meanwhile.
    if (!listener) continue
    const { number, listens } = listener
    const { numDeletedRows } = await tx
      .deleteFrom('counted_plays')
      .where('listener', '=', number)
      .where('played_at', 'in', eb =>
        eb
          .selectFrom('counted_plays as expired')
          .select('expired.played_at')
          .where('expired.listener', '=', number)
          .where('expired.played_at', '<', before)
          .limit(literal(most - deleted)),
      )
      .executeTakeFirst()
    await setListens(tx, number, listens - Number(numDeletedRows))
    deleted += Number(numDeletedRows)
  }
  return deleted
}

/** Describes tracks that leave the catalogue, for the listens of them. Call it before deleting the tracks. For some hundreds. */
export async function describeListenedTracks(tx: Transaction, ids: readonly string[]): Promise<void> {
  const leaving = await tx
    .selectFrom('listen_tracks')
    .innerJoin('tracks', 'tracks.id', 'listen_tracks.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(eb => [
      'listen_tracks.number',
      'tracks.mbid',
      'tracks.title',
      'tracks.credit as artist_name',
      'albums.title as album_title',
      'albums.mbid as album_mbid',
      'tracks.true_samples',
      'tracks.sample_rate',
      eb
        .selectFrom('files')
        .select(file => file.fn.max('files.audio_id').as('audio_id'))
        .whereRef('files.track_id', '=', 'tracks.id')
        .as('audio_id'),
    ])
    .where('listen_tracks.track_id', 'in', ids)
    .execute()
  for (const { number, true_samples, sample_rate, audio_id, ...names } of leaving) {
    const duration_ms = Math.round((true_samples / sample_rate) * 1000)
    await tx
      .updateTable('listen_tracks')
      .set({ ...names, duration_ms, audio_id: audio_id ?? '' })
      .where('number', '=', number)
      .execute()
  }
}

import { shortId } from '@refrain/audio/bytes/audio-id'
import type { CreditRole } from '@refrain/contract/catalogue/credit-roles'
import { foldName } from '@refrain/contract/fold-name'
import { inChunks } from '../../database/in-chunks.ts'
import type { Transaction } from '../../database/tables.ts'

export interface TrackCredit {
  readonly role: CreditRole
  readonly personId: string
  /** As the track spells it. */
  readonly name: string
}

interface CreditedTrack {
  readonly row: { readonly id: string }
  /** In the order of roles, then of the tags. */
  readonly credits: readonly TrackCredit[]
}

/** Rows of one insert. */
const ROWS = 100

/**
 * Finds the people with these names, who may be artists, and inserts those who are new.
 * @returns their ids by folded name
 */
export async function savePeople(
  tx: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const spellings = new Map(names.toReversed().map(name => [foldName(name), name]))
  for (const folded of inChunks([...spellings.keys()])) {
    const artists = await tx
      .selectFrom('artists')
      .select(['folded_name', 'id'])
      .where('folded_name', 'in', folded)
      // As performers are found: those without a MusicBrainz id first.
      .orderBy('mbid')
      .orderBy('id')
      .execute()
    const people = await tx
      .selectFrom('credited_people')
      .select(['folded_name', 'id'])
      .where('folded_name', 'in', folded)
      .orderBy('id')
      .execute()
    for (const { folded_name, id } of [...artists, ...people])
      if (!ids.has(folded_name)) ids.set(folded_name, id)
    for (const name of folded) if (!ids.has(name)) ids.set(name, shortId('artist\n', name))
  }
  const people = Array.from(spellings, ([folded, name]) => ({ id: ids.get(folded)!, name }))
  await insertPeople(tx, people)
  return ids
}

/** Inserts those of the people who are missing. */
export async function insertPeople(
  tx: Transaction,
  people: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const rows = people.map(({ id, name }) => ({ id, name, folded_name: foldName(name) }))
  for (const some of inChunks(rows, ROWS)) {
    await tx
      .insertInto('credited_people')
      .values(some)
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
  }
}

/**
 * The person with this name who is no artist so far: one who becomes an artist keeps the id.
 * @param folded see foldName
 */
export async function findPersonId(tx: Transaction, folded: string): Promise<string | undefined> {
  const person = await tx
    .selectFrom('credited_people')
    .select('id')
    .where('folded_name', '=', folded)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('artists').select('artists.id').whereRef('artists.id', '=', 'credited_people.id')),
      ),
    )
    .orderBy('id')
    .executeTakeFirst()
  return person?.id
}

/**
 * Replaces the credits of those tracks where they differ.
 * @param changed the ids of these are added
 */
export async function updateTrackCredits(
  tx: Transaction,
  tracks: readonly CreditedTrack[],
  changed: Set<string>,
): Promise<void> {
  if (tracks.length === 0) return
  const stored = await tx
    .selectFrom('track_credits')
    .selectAll()
    .where(
      'track_id',
      'in',
      tracks.map(({ row }) => row.id),
    )
    .orderBy('position')
    .execute()
  const byTrack = Map.groupBy(stored, row => row.track_id)
  const different = tracks.filter(
    ({ row, credits }) => !isSame(byTrack.get(row.id) ?? [], toRows(row.id, credits)),
  )
  if (different.length === 0) return
  const ids = different.map(({ row }) => row.id)
  await tx.deleteFrom('track_credits').where('track_id', 'in', ids).execute()
  const rows = different.flatMap(({ row, credits }) => toRows(row.id, credits))
  for (const some of inChunks(rows, ROWS)) await tx.insertInto('track_credits').values(some).execute()
  for (const id of ids) changed.add(id)
  await deleteUncredited(
    tx,
    ids.flatMap(id => byTrack.get(id) ?? []).map(({ person_id }) => person_id),
  )
}

interface CreditRow {
  readonly track_id: string
  readonly role: CreditRole
  readonly position: number
  readonly person_id: string
  readonly name: string
}

/** Positions count within a role. */
function toRows(trackId: string, credits: readonly TrackCredit[]): CreditRow[] {
  return [...Map.groupBy(credits, ({ role }) => role).values()].flatMap(some =>
    some.map(({ role, personId, name }, position) => ({
      track_id: trackId,
      ...{ role, position, person_id: personId, name },
    })),
  )
}

function isSame(stored: readonly CreditRow[], wanted: readonly CreditRow[]): boolean {
  const keys = new Set(stored.map(toKey))
  return stored.length === wanted.length && wanted.every(row => keys.has(toKey(row)))
}

const toKey = ({ role, position, person_id, name }: CreditRow) => [role, position, person_id, name].join('\n')

/** Ids of the people whom some tracks credit. */
export async function readCreditedIds(tx: Transaction, trackIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('track_credits')
    .select('person_id')
    .distinct()
    .where('track_id', 'in', trackIds)
    .execute()
  return rows.map(row => row.person_id)
}

/** Deletes those of the people whom no track credits. */
export async function deleteUncredited(tx: Transaction, personIds: readonly string[]): Promise<void> {
  for (const ids of inChunks(personIds)) {
    await tx
      .deleteFrom('credited_people')
      .where('id', 'in', ids)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('track_credits')
              .select('track_id')
              .whereRef('track_credits.person_id', '=', 'credited_people.id'),
          ),
        ),
      )
      .execute()
  }
}

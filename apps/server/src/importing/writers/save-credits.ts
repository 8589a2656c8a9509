import { foldName } from '@refrain/contract/fold-name'
import { insertPeople, savePeople, type TrackCredit } from '../../catalogue/credits/credit-writer.ts'
import type { Transaction } from '../../database/tables.ts'
import type { ImportedTrack } from '../phases/group-albums.ts'
import type { SavedArtists } from './save-artists.ts'

/** Finds the people of other roles on some tracks, or inserts those who are new. @returns the credits of each track */
export async function saveCredits(
  tx: Transaction,
  tracks: readonly ImportedTrack[],
  { idOf }: SavedArtists,
): Promise<(track: ImportedTrack) => TrackCredit[]> {
  const credits = tracks.flatMap(track => track.credits)
  if (credits.length === 0) return () => []
  const known = credits.flatMap(({ name, performer }) => (performer ? [{ id: idOf(performer), name }] : []))
  await insertPeople(tx, [...new Map(known.map(person => [person.id, person])).values()])
  const others = credits.flatMap(({ name, performer }) => (performer ? [] : [name]))
  const ids = await savePeople(tx, others)
  return track =>
    track.credits.map(({ role, name, performer }) => ({
      ...{ role, name },
      personId: performer ? idOf(performer) : ids.get(foldName(name))!,
    }))
}

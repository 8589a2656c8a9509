import { renameArtist } from '../../catalogue/artist-writer.ts'
import { inChunks } from '../../database/in-chunks.ts'
import type { Transaction } from '../../database/tables.ts'
import { sortName } from './sort-text.ts'

interface Spelling {
  readonly name: string
  readonly tracks: number
}

/**
 * Shows artists in their most frequent spelling. Reads the spellings only of those whose name has just been written in another way.
 * @param written names as tags have them, by artist
 * @returns whether a name has changed
 */
export async function chooseSpellings(
  tx: Transaction,
  written: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<boolean> {
  let isChanged = false
  for (const ids of inChunks([...written.keys()])) {
    const shown = await tx.selectFrom('artists').select(['id', 'name']).where('id', 'in', ids).execute()
    for (const { id, name } of shown) {
      const names = written.get(id) ?? new Set()
      if ([...names].every(one => one === name)) continue
      const chosen = mostFrequent(await readSpellings(tx, id)) ?? [...names][0]!
      if (await renameArtist(tx, id, { name: chosen, sortName: sortName(chosen) })) isChanged = true
    }
  }
  return isChanged
}

async function readSpellings(tx: Transaction, artistId: string): Promise<Spelling[]> {
  const rows = await tx
    .selectFrom('track_artists')
    .select(['name', eb => eb.fn.countAll<number | string>().as('tracks')])
    .where('artist_id', '=', artistId)
    .where('name', '!=', '')
    .groupBy('name')
    .execute()
  return rows.map(({ name, tracks }) => ({ name, tracks: Number(tracks) }))
}

/** On a tie one that is not all in capitals, then the first alphabetically. */
function mostFrequent(spellings: readonly Spelling[]): string | undefined {
  const isShouted = (name: string) => Number(name === name.toUpperCase())
  const [first] = spellings.toSorted(
    (a, b) => b.tracks - a.tracks || isShouted(a.name) - isShouted(b.name) || (a.name < b.name ? -1 : 1),
  )
  return first?.name
}

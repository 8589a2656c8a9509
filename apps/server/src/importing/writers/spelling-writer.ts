import type { Named } from '@refrain/audio/tags/read-tags'
import { renameArtist } from '../../catalogue/artist-writer.ts'
import { inChunks } from '../../database/in-chunks.ts'
import type { Transaction } from '../../database/tables.ts'
import { sortArtist } from './sort-text.ts'

interface Spelling {
  readonly name: string
  /** Tracks or albums. */
  readonly uses: number
}

/**
 * Shows artists in their most frequent spelling, and sorts them by their most frequent sort name. Reads the spellings only of those
 * who have just been written in another way.
 * @param written names as tags have them, by artist
 * @returns whether a name has changed
 */
export async function chooseSpellings(
  tx: Transaction,
  written: ReadonlyMap<string, readonly Named[]>,
  sortArticles: readonly string[],
): Promise<boolean> {
  let isChanged = false
  for (const ids of inChunks([...written.keys()])) {
    const shown = await tx
      .selectFrom('artists')
      .select(['id', 'name', 'sort_name'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, name, sort_name } of shown) {
      const all = written.get(id) ?? []
      const sorted = all.filter(one => one.sortName)
      const isSorted = (one: Named) => sortArtist(one, sortArticles) === sort_name
      if (all.every(one => one.name === name) && (sorted.length > 0 ? sorted : all).every(isSorted)) continue
      const chosen = mostFrequent(await readSpellings(tx, id)) ?? all[0]!.name
      const sortName = mostFrequent(await readSortNames(tx, id)) ?? ''
      const names = { name: chosen, sortName: sortArtist({ name: chosen, sortName }, sortArticles) }
      if (await renameArtist(tx, id, names)) isChanged = true
    }
  }
  return isChanged
}

async function readSpellings(tx: Transaction, artistId: string): Promise<Spelling[]> {
  const rows = await tx
    .selectFrom('track_artists')
    .select(['name', eb => eb.fn.countAll<number | string>().as('uses')])
    .where('artist_id', '=', artistId)
    .where('name', '!=', '')
    .groupBy('name')
    .execute()
  return rows.map(({ name, uses }) => ({ name, uses: Number(uses) }))
}

async function readSortNames(tx: Transaction, artistId: string): Promise<Spelling[]> {
  const ofTracks = await tx
    .selectFrom('track_artists')
    .select(['sort_name as name', eb => eb.fn.countAll<number | string>().as('uses')])
    .where('artist_id', '=', artistId)
    .where('sort_name', '!=', '')
    .groupBy('sort_name')
    .execute()
  const ofAlbums = await tx
    .selectFrom('albums')
    .select(['artist_sort_name as name', eb => eb.fn.countAll<number | string>().as('uses')])
    .where('artist_id', '=', artistId)
    .where('artist_sort_name', '!=', '')
    .groupBy('artist_sort_name')
    .execute()
  const ofOthers = await tx
    .selectFrom('album_artists')
    .select(['sort_name as name', eb => eb.fn.countAll<number | string>().as('uses')])
    .where('artist_id', '=', artistId)
    .where('sort_name', '!=', '')
    .groupBy('sort_name')
    .execute()
  const uses = new Map<string, number>()
  for (const row of [...ofTracks, ...ofAlbums, ...ofOthers])
    uses.set(row.name, (uses.get(row.name) ?? 0) + Number(row.uses))
  return Array.from(uses, ([name, count]) => ({ name, uses: count }))
}

/** On a tie one that is not all in capitals, then the first alphabetically. */
function mostFrequent(spellings: readonly Spelling[]): string | undefined {
  const isShouted = (name: string) => Number(name === name.toUpperCase())
  const [first] = spellings.toSorted(
    (a, b) => b.uses - a.uses || isShouted(a.name) - isShouted(b.name) || (a.name < b.name ? -1 : 1),
  )
  return first?.name
}

import { countLimits } from '@refrain/contract/limits'
import { readPopularArtists } from '../../catalogue/artist-store.ts'
import type { Database } from '../../database/tables.ts'
import { readSampleFiles } from './sample-store.ts'

type SampleFile = Awaited<ReturnType<typeof readSampleFiles>>[number]

/**
 * Paths of the sample catalogue's tracks in the order in which Home leads to them: what its albums begin with, what its
 * artists are played most for, then the other tracks, album by album.
 */
export async function orderOfHome(db: Database, folder: string): Promise<string[]> {
  const files = await readSampleFiles(db, folder)
  const albums = [...Map.groupBy(files, file => file.albumId).values()].slice(0, countLimits.popular)
  const ofArtist = Map.groupBy(files, file => file.artistId)
  const artists = await readPopularArtists(db)
  const first = albums.map(([file]) => file!.path)
  const mostPlayed = artists.flatMap(({ id }) => ofArtist.get(id)?.toSorted(byPlays)[0]?.path ?? [])
  return [...new Set([...first, ...mostPlayed, ...files.map(file => file.path)])]
}

/** As an artist's page lists them. */
const byPlays = (one: SampleFile, other: SampleFile) =>
  other.plays - one.plays || (one.title < other.title ? -1 : 1)

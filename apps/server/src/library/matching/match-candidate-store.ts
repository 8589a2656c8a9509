import { compileOnce } from '../../database/compile-once.ts'
import { literal } from '../../database/literal.ts'

/** Of tracks with the same title, only the most played are considered. */
const MAX_CANDIDATES = 200

/** Reads the tracks of a title, which must be folded for search. */
export const readMatchCandidates = compileOnce((db, title) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .innerJoin('artists', 'artists.id', 'tracks.artist_id')
    .select([
      'tracks.id',
      'tracks.credit',
      'tracks.true_samples',
      'tracks.sample_rate',
      'tracks.available',
      'albums.search_title as album',
      'artists.search_name as artist',
    ])
    .where('tracks.search_title', '=', title)
    .orderBy('tracks.play_count', 'desc')
    .orderBy('tracks.sort_title')
    .orderBy('tracks.id')
    .limit(literal(MAX_CANDIDATES)),
)

export type MatchCandidateRow = Awaited<ReturnType<typeof readMatchCandidates>>[number]

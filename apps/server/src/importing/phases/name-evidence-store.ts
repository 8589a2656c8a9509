import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'

/**
 * Those of some folded names that an artist has on a track whose own artists are beyond question.
 * @param readVersion files that were read in another way are no evidence
 */
export async function readStandingNames(
  db: Database,
  names: readonly string[],
  readVersion: number,
): Promise<Set<string>> {
  const standing = new Set<string>()
  for (const some of inChunks(names)) {
    const rows = await db
      .selectFrom('artists')
      .select('folded_name')
      .where('folded_name', 'in', some)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('track_artists')
            .innerJoin('files', 'files.track_id', 'track_artists.track_id')
            .leftJoin('name_questions', 'name_questions.track_id', 'track_artists.track_id')
            .select('track_artists.track_id')
            .whereRef('track_artists.artist_id', '=', 'artists.id')
            .where('files.read_version', '=', readVersion)
            .where('name_questions.track_id', 'is', null),
        ),
      )
      .execute()
    for (const { folded_name } of rows) standing.add(folded_name)
  }
  return standing
}

/** Paths of the files whose tracks wait for evidence about a name. */
export async function readPathsInQuestion(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom('files')
    .select('path')
    .where('track_id', 'in', tracks => tracks.selectFrom('name_questions').select('track_id'))
    .execute()
  return new Set(rows.map(({ path }) => path))
}

/** Paths of the files that would be read in another way now: a name has come to stand alone, or does so no more. */
export async function readPathsDecidedAnew(db: Database, readVersion: number): Promise<Set<string>> {
  const asked = await db.selectFrom('name_questions').select(['name', 'stood']).distinct().execute()
  const standing = await readStandingNames(db, [...new Set(asked.map(({ name }) => name))], readVersion)
  const other = asked.filter(({ name, stood }) => standing.has(name) !== (stood === 1))
  const paths = new Set<string>()
  for (const some of inChunks(other)) {
    const rows = await db
      .selectFrom('files')
      .innerJoin('name_questions', 'name_questions.track_id', 'files.track_id')
      .select('files.path')
      .where(eb =>
        eb.or(some.map(({ name, stood }) => eb.and([eb('name', '=', name), eb('stood', '=', stood)]))),
      )
      .where('files.missing', '=', 0)
      .execute()
    for (const { path } of rows) paths.add(path)
  }
  return paths
}

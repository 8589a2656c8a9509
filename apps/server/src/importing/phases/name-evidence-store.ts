import { inChunks } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { filePathOf } from '../../media/cuts/cut-path.ts'

/** Rows of one query: all of them may take longer than a statement may. */
const PAGE_ROWS = 5_000

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
  const paths = new Set<string>()
  for (let after = ''; ; ) {
    const tracks = await db
      .selectFrom('name_questions')
      .select('track_id')
      .distinct()
      .where('track_id', '>', after)
      .orderBy('track_id')
      .limit(literal(PAGE_ROWS))
      .execute()
    for (const some of inChunks(tracks.map(({ track_id }) => track_id))) {
      const rows = await db.selectFrom('files').select('path').where('track_id', 'in', some).execute()
      for (const { path } of rows) paths.add(filePathOf(path))
    }
    if (tracks.length < PAGE_ROWS) return paths
    after = tracks.at(-1)!.track_id
  }
}

/** Paths of the files that would be read in another way now: a name has come to stand alone, or does so no more. */
export async function readPathsDecidedAnew(db: Database, readVersion: number): Promise<Set<string>> {
  const paths = new Set<string>()
  for (let after = ''; ; ) {
    const asked = await readAskedNames(db, after)
    const names = asked.map(({ name }) => name)
    const standing = await readStandingNames(db, names, readVersion)
    const other = asked.flatMap(({ name, least, most }) => {
      const stands = standing.has(name) ? 1 : 0
      // At most one of the two answers is no longer right.
      const stood = 1 - stands
      return least === stood || most === stood ? [{ name, stood }] : []
    })
    await addPaths(db, other, paths)
    if (asked.length < PAGE_ROWS) return paths
    after = names.at(-1)!
  }
}

/** The next names that are in question, with the answers that were given. */
function readAskedNames(db: Database, after: string) {
  return db
    .selectFrom('name_questions')
    .select('name')
    .select(({ fn }) => [fn.min('stood').as('least'), fn.max('stood').as('most')])
    .where('name', '>', after)
    .groupBy('name')
    .orderBy('name')
    .limit(literal(PAGE_ROWS))
    .execute()
}

async function addPaths(
  db: Database,
  answers: readonly { readonly name: string; readonly stood: number }[],
  paths: Set<string>,
): Promise<void> {
  for (const some of inChunks(answers)) {
    const rows = await db
      .selectFrom('files')
      .innerJoin('name_questions', 'name_questions.track_id', 'files.track_id')
      .select('files.path')
      .where(eb =>
        eb.or(some.map(({ name, stood }) => eb.and([eb('name', '=', name), eb('stood', '=', stood)]))),
      )
      .where('files.missing', '=', 0)
      .execute()
    for (const { path } of rows) paths.add(filePathOf(path))
  }
}

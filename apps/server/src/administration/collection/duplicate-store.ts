import type { Duplicate, DuplicateReason } from '@refrain/contract/administration/collection'
import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { filePathOf } from '../../media/cuts/cut-path.ts'
import type { Slice } from './collection-store.ts'

/** Enough to see what repeats; a file of silence may be there a thousand times. */
const MOST_FILES = 20

/** Files of tracks. */
const presentFiles = (db: Database) =>
  db.selectFrom('files').innerJoin('tracks', 'tracks.id', 'files.track_id').where('files.missing', '=', 0)

const title = sql<string>`min(tracks.sort_title)`.as('title')
const recordings = sql<number>`count(distinct files.audio_id)`
const seconds = sql`tracks.true_samples / tracks.sample_rate`
/** Those are found by their recording. */
const isOneRecording = sql<boolean>`min(tracks.mbid) = max(tracks.mbid) and min(tracks.mbid) <> ''`

/**
 * Groups of files that seem to be the same: with the same audio, of the same recording, or with the same title, artist
 * and length in seconds. Each group is named once, by the first of these reasons. Reads the whole catalogue: a million
 * tracks take seconds.
 */
export async function readDuplicates(db: Database, { skip, most }: Slice): Promise<Duplicate[]> {
  const sameAudio = presentFiles(db)
    .select([sql<DuplicateReason>`'audio'`.as('reason'), 'files.audio_id as key', title])
    .groupBy('files.audio_id')
    .having(sql<boolean>`count(*) > 1`)
  const sameRecording = presentFiles(db)
    .select([sql<DuplicateReason>`'recording'`.as('reason'), 'tracks.mbid as key', title])
    .where('tracks.mbid', '<>', '')
    .groupBy('tracks.mbid')
    .having(sql<boolean>`${recordings} > 1`)
  const sameName = presentFiles(db)
    .select([sql<DuplicateReason>`'name'`.as('reason'), sql<string>`min(tracks.id)`.as('key'), title])
    .groupBy(['tracks.search_title', 'tracks.artist_id', seconds])
    .having(sql<boolean>`${recordings} > 1 and not (${isOneRecording})`)
  const groups = await sameAudio
    .unionAll(sameRecording)
    .unionAll(sameName)
    .orderBy('title')
    .orderBy('reason')
    .orderBy('key')
    .limit(literal(most))
    .offset(literal(skip))
    .execute()
  const files = new Map<string, Duplicate['files']>()
  for (const reason of ['audio', 'recording', 'name'] as const) {
    const keys = groups.filter(group => group.reason === reason).map(group => group.key)
    for (const { key, root, path, ...track } of await readFiles(db, reason, keys)) {
      const name = `${reason} ${key}`
      const inFolder = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
      const ofGroup = files.get(name) ?? []
      ofGroup.push({ path: inFolder, ...track })
      files.set(name, ofGroup)
    }
  }
  return groups.map(({ reason, key }) => ({ reason, files: files.get(`${reason} ${key}`) ?? [] }))
}

/** The same on PostgreSQL, whose usual limit for a statement is shorter than what a million tracks take. */
export function readDuplicatesWithin(db: Database, slice: Slice, milliseconds: number): Promise<Duplicate[]> {
  return db.transaction().execute(async tx => {
    await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(tx)
    return readDuplicates(tx, slice)
  })
}

/** The first files of the groups of one kind, by path. @param keys of the groups */
async function readFiles(db: Database, reason: DuplicateReason, keys: readonly string[]) {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom(ranked(db, reason, keys).as('ranked'))
    .selectAll()
    .where('nth', '<=', MOST_FILES)
    .orderBy('path')
    .execute()
  return rows.map(({ nth: _, ...file }) => ({ ...file, path: filePathOf(file.path) }))
}

function ranked(db: Database, reason: DuplicateReason, keys: readonly string[]) {
  const shown = presentFiles(db)
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(['files.path', 'files.root', 'tracks.title', 'tracks.credit as artist'])
    .select(['albums.id as albumId', 'albums.title as album'])
  const nth = (key: string) =>
    sql<number>`row_number() over (partition by ${sql.ref(key)} order by files.path)`.as('nth')
  switch (reason) {
    case 'audio':
      return shown
        .select(['files.audio_id as key', nth('files.audio_id')])
        .where('files.audio_id', 'in', keys)
    case 'recording':
      return shown.select(['tracks.mbid as key', nth('tracks.mbid')]).where('tracks.mbid', 'in', keys)
    default:
      return shown
        .innerJoin('tracks as first', join =>
          join
            .onRef('first.search_title', '=', 'tracks.search_title')
            .onRef('first.artist_id', '=', 'tracks.artist_id')
            .on(sql<boolean>`first.true_samples / first.sample_rate = ${seconds}`),
        )
        .select(['first.id as key', nth('first.id')])
        .where('first.id', 'in', keys)
  }
}

/** The file of an embedded database. */
export async function readDatabasePath(db: Database): Promise<string> {
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(db)
  return rows[0]?.file ?? ''
}

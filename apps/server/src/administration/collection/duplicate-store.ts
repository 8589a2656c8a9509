import type { Duplicate, DuplicateReason } from '@refrain/contract/administration/collection'
import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import type { Slice } from './collection-store.ts'

/** Files of tracks. */
const presentFiles = (db: Database) =>
  db.selectFrom('files').innerJoin('tracks', 'tracks.id', 'files.track_id').where('files.missing', '=', 0)

const id = sql<string>`min(tracks.id)`.as('id')
const title = sql<string>`min(tracks.sort_title)`.as('title')
const sounds = sql<number>`count(distinct files.audio_id)`
const seconds = sql`tracks.true_samples / tracks.sample_rate`
/** Those are found by their recording. */
const isOneRecording = sql<boolean>`min(tracks.mbid) = max(tracks.mbid) and min(tracks.mbid) <> ''`

/**
 * Groups of files that seem to be the same: with the same audio, of the same recording, or with the same title, artist
 * and length in seconds. Each group is named once, by the first of these reasons.
 */
export async function readDuplicates(db: Database, { skip, most }: Slice): Promise<Duplicate[]> {
  const sameAudio = presentFiles(db)
    .select([sql<DuplicateReason>`'audio'`.as('reason'), id, title])
    .groupBy('files.audio_id')
    .having(sql<boolean>`count(*) > 1`)
  const sameRecording = presentFiles(db)
    .select([sql<DuplicateReason>`'recording'`.as('reason'), id, title])
    .where('tracks.mbid', '<>', '')
    .groupBy('tracks.mbid')
    .having(sql<boolean>`${sounds} > 1`)
  const sameName = presentFiles(db)
    .select([sql<DuplicateReason>`'name'`.as('reason'), id, title])
    .groupBy(['tracks.sort_title', 'tracks.artist_id', seconds])
    .having(sql<boolean>`${sounds} > 1 and not (${isOneRecording})`)
  const groups = await sameAudio
    .unionAll(sameRecording)
    .unionAll(sameName)
    .orderBy('title')
    .orderBy('reason')
    .orderBy('id')
    .limit(literal(most))
    .offset(literal(skip))
    .execute()
  const files = new Map<string, Duplicate['files']>()
  for (const reason of ['audio', 'recording', 'name'] as const) {
    const ids = groups.filter(group => group.reason === reason).map(group => group.id)
    for (const { first, root, path, ...track } of await readFiles(db, reason, ids)) {
      const key = `${reason} ${first}`
      const inFolder = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
      files.set(key, [...(files.get(key) ?? []), { path: inFolder, ...track }])
    }
  }
  return groups.map(group => ({
    reason: group.reason,
    files: files.get(`${group.reason} ${group.id}`) ?? [],
  }))
}

/** The files of the groups of one kind, by path. @param ids each of one track of a group */
async function readFiles(db: Database, reason: DuplicateReason, ids: readonly string[]) {
  if (ids.length === 0) return []
  return presentFiles(db)
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .innerJoin('tracks as others', join =>
      reason === 'audio'
        ? join.on(
            sql<boolean>`exists (select 1 from files as f where f.track_id = others.id and f.audio_id = files.audio_id)`,
          )
        : reason === 'recording'
          ? join.onRef('others.mbid', '=', 'tracks.mbid')
          : join
              .onRef('others.sort_title', '=', 'tracks.sort_title')
              .onRef('others.artist_id', '=', 'tracks.artist_id')
              .on(sql<boolean>`others.true_samples / others.sample_rate = ${seconds}`),
    )
    .where('others.id', 'in', ids)
    .select(['others.id as first', 'files.path', 'files.root', 'tracks.title', 'tracks.credit as artist'])
    .select(['albums.id as albumId', 'albums.title as album'])
    .orderBy('files.path')
    .execute()
}

import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import { readForgottenIds } from '../../library/trash/trash-store.ts'
import { filePathOf } from '../../media/cuts/cut-path.ts'
import { isWithin } from '../collection/album-folders.ts'
import { type IsInBucket, isGone } from '../collection/is-gone.ts'
import type { ImportedTrack } from '../phases/group-albums.ts'

const AT_ONCE = 500

export interface TrackIdentity {
  readonly id: string
  /** Former path, '' if it has not moved. */
  readonly movedFrom: string
}

/** What this import knows of files without looking for them. */
export interface WalkedFiles {
  /** The folders that were walked. */
  readonly roots: readonly string[]
  /** Paths of known files that were not found. */
  readonly missing: ReadonlySet<string>
  readonly isInBucket: IsInBucket
}

export interface IdentifiedTracks {
  /** By path. */
  readonly identities: Map<string, TrackIdentity>
  /** Ids of tracks whose file was replaced by that of another track, and that were not found in this folder. */
  readonly displaced: readonly string[]
}

/**
 * Assigns a track id to each file of a folder. Ids are stable: the same audio is the same track wherever its file
 * moved, and the same path is the same track even if its audio changed. A second copy of the same audio is a track of
 * its own. A removed track that returns gets its former id.
 */
export async function identifyTracks(
  db: Database,
  tracks: readonly ImportedTrack[],
  walked: WalkedFiles,
): Promise<IdentifiedTracks> {
  const rows = await readRows(db, tracks)
  const byPath = new Map(rows.map(row => [row.path, row]))
  const identities = new Map<string, TrackIdentity>()
  const given = new Set<string>()
  const give = (track: ImportedTrack, id: string, from: string) => {
    identities.set(track.file.path, { id, movedFrom: from === track.file.path ? '' : from })
    given.add(id)
  }
  const open = () => tracks.filter(track => !identities.has(track.file.path))

  for (const track of open()) {
    const row = byPath.get(track.file.path)
    if (row?.track_id && row.audio_id === track.audio.audioId) give(track, row.track_id, row.path)
  }
  const read = new Set(tracks.map(track => track.file.path))
  for (const track of open()) {
    for (const row of rows) {
      if (!row.track_id || given.has(row.track_id) || row.audio_id !== track.audio.audioId) continue
      if (!read.has(row.path) && !(await hasLeft(row, walked))) continue
      give(track, row.track_id, row.path)
      break
    }
  }
  for (const track of open()) {
    const id = byPath.get(track.file.path)?.track_id
    if (id && !given.has(id)) give(track, id, track.file.path)
  }
  const fresh = open()
  const forgotten = await readForgottenIds(
    db,
    fresh.map(track => track.audio.audioId),
  )
  const used = await readUsedIds(
    db,
    fresh.flatMap(({ audio: { audioId } }) => [audioId, ...(forgotten.get(audioId) ?? [])]),
  )
  for (const track of fresh) {
    const { audioId } = track.audio
    const own = [...(forgotten.get(audioId) ?? []), audioId].find(id => !used.has(id) && !given.has(id))
    give(track, own ?? (await findFreeCopyId(db, audioId, given)), track.file.path)
  }
  const former = tracks.flatMap(track => byPath.get(track.file.path)?.track_id ?? [])
  return { identities, displaced: former.filter(id => !given.has(id)) }
}

async function readRows(db: Database, tracks: readonly ImportedTrack[]) {
  const columns = ['path', 'track_id', 'audio_id', 'missing'] as const
  const rows: { path: string; track_id: string | null; audio_id: string; missing: number }[] = []
  for (let at = 0; at < tracks.length; at += AT_ONCE) {
    const some = tracks.slice(at, at + AT_ONCE)
    const read = await db
      .selectFrom('files')
      .select(columns)
      .where(eb =>
        eb.or([
          eb(
            'path',
            'in',
            some.map(track => track.file.path),
          ),
          eb(
            'audio_id',
            'in',
            some.map(track => track.audio.audioId),
          ),
        ]),
      )
      .execute()
    rows.push(...read)
  }
  const distinct = new Map(rows.map(row => [row.path, row]))
  return Array.from(distinct.values()).sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Whether a file is not where it was. Files outside the folders of this import are looked for. */
async function hasLeft(
  { path, missing }: { path: string; missing: number },
  { roots, missing: notFound, isInBucket }: WalkedFiles,
): Promise<boolean> {
  if (missing === 1 || notFound.has(path)) return true
  return !roots.some(root => isWithin(root, path)) && isGone(filePathOf(path), isInBucket)
}

/** The ids that are already in use. */
async function readUsedIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const wanted of inChunks(ids)) {
    const rows = await db.selectFrom('tracks').select('id').where('id', 'in', wanted).execute()
    for (const { id } of rows) used.add(id)
  }
  return used
}

async function findFreeCopyId(db: Database, audioId: string, given: ReadonlySet<string>): Promise<string> {
  for (let n = 2; ; n++) {
    const id = `${audioId}-${n}`
    if (given.has(id)) continue
    if (!(await db.selectFrom('tracks').select('id').where('id', '=', id).executeTakeFirst())) return id
  }
}

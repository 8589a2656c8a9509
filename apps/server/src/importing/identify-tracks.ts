import { lstat } from 'node:fs/promises'
import { inChunks } from '../database/in-chunks.ts'
import type { Database } from '../database/tables.ts'
import { readForgottenIds } from '../library/trash/trash-store.ts'
import type { GatheredTrack } from './phase-3-gather.ts'

const AT_ONCE = 500

export interface Identity {
  readonly id: string
  /** The path it had before, where it was known under another one. */
  readonly movedFrom: string
}

/**
 * Which track each file of a folder is. An id once given stays: the same sound is the same track, wherever
 * its file went; at the same path it is the same track, whatever its sound is now. A second copy that is
 * there at the same time is a track of its own. A forgotten track that is found again gets its id back.
 * @param vanished paths that this run did not find
 */
export async function identifyTracks(
  db: Database,
  tracks: readonly GatheredTrack[],
  vanished: ReadonlySet<string>,
): Promise<Map<string, Identity>> {
  const rows = await readRows(db, tracks)
  const byPath = new Map(rows.map(row => [row.path, row]))
  const found = new Map<string, Identity>()
  const given = new Set<string>()
  const give = (track: GatheredTrack, id: string, from: string) => {
    found.set(track.file.path, { id, movedFrom: from === track.file.path ? '' : from })
    given.add(id)
  }
  const open = () => tracks.filter(track => !found.has(track.file.path))

  for (const track of open()) {
    const row = byPath.get(track.file.path)
    if (row?.track_id && row.audio_id === track.sound.audioId) give(track, row.track_id, row.path)
  }
  const read = new Set(tracks.map(track => track.file.path))
  for (const track of open()) {
    for (const row of rows) {
      if (!row.track_id || given.has(row.track_id) || row.audio_id !== track.sound.audioId) continue
      if (!read.has(row.path) && !(await isGone(row, vanished))) continue
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
    fresh.map(track => track.sound.audioId),
  )
  const used = await readUsedIds(
    db,
    fresh.flatMap(({ sound: { audioId } }) => [audioId, ...(forgotten.get(audioId) ?? [])]),
  )
  for (const track of fresh) {
    const { audioId } = track.sound
    const own = [...(forgotten.get(audioId) ?? []), audioId].find(id => !used.has(id) && !given.has(id))
    give(track, own ?? (await freeCopyId(db, audioId, given)), track.file.path)
  }
  return found
}

async function readRows(db: Database, tracks: readonly GatheredTrack[]) {
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
            some.map(track => track.sound.audioId),
          ),
        ]),
      )
      .execute()
    rows.push(...read)
  }
  const distinct = new Map(rows.map(row => [row.path, row]))
  return Array.from(distinct.values()).sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Also true of a file under a folder that this run does not look at, when it is no longer there. */
async function isGone(
  row: { path: string; missing: number },
  vanished: ReadonlySet<string>,
): Promise<boolean> {
  if (row.missing === 1 || vanished.has(row.path)) return true
  return lstat(row.path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  )
}

/** Which of the ids that new tracks would have are in use. */
async function readUsedIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const wanted of inChunks(ids)) {
    const rows = await db.selectFrom('tracks').select('id').where('id', 'in', wanted).execute()
    for (const { id } of rows) used.add(id)
  }
  return used
}

async function freeCopyId(db: Database, audioId: string, given: ReadonlySet<string>): Promise<string> {
  for (let n = 2; ; n++) {
    const id = `${audioId}-${n}`
    if (given.has(id)) continue
    if (!(await db.selectFrom('tracks').select('id').where('id', '=', id).executeTakeFirst())) return id
  }
}

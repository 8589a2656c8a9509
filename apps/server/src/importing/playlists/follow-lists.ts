import { UnreachableError, UnreadableError } from '@refrain/audio/audio-info'
import { inChunks } from '../../database/in-chunks.ts'
import type { OpenDatabase } from '../../database/open.ts'
import {
  moveList,
  recountTracks,
  saveGoneLists,
} from '../../library/collection-playlists/collection-playlist-writer.ts'
import {
  hasRoom,
  NO_ROOM,
  type PlaylistRoom,
  readRoom,
} from '../../library/collection-playlists/playlist-room-store.ts'
import type { CollectionBuckets } from '../../media/storage/collection-buckets.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { isWithin } from '../collection/album-folders.ts'
import type { ImportReport } from '../import-report.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import type { CollectionChanges, FoundList } from '../phases/walk-collection.ts'
import { type KnownList, readKnownLists } from './list-store.ts'
import { pairMoved } from './moved-lists.ts'
import { readList } from './read-list.ts'
import { type ListOutcome, writeLists } from './write-lists.ts'

/** Files of a collection, those that repeat an album included; further ones are ignored. */
const MAX_FILES = 50_000
/** Of a path in UTF-8: an entry of PostgreSQL's index of paths holds 2,704. */
const MAX_PATH_BYTES = 2_000
/** Entries that are matched together: lists of albums are short, and statements are shared. */
const BATCH_LINES = 5_000
/** Lists that are written in one transaction. */
const BATCH_LISTS = 200

export interface FollowOptions {
  readonly dialect: OpenDatabase['dialect']
  readonly walked: Pick<CollectionChanges, 'lists' | 'roots' | 'unreadable' | 'changed'>
  /** Folders that the operator declares gone. */
  readonly gone: readonly string[]
  readonly buckets: CollectionBuckets
  readonly signal: AbortSignal
  /** What the import has done with tracks; receives the lists that are passed over. */
  readonly report: Pick<ImportReport, 'added' | 'changed' | 'moved' | 'forgotten' | 'skipped'>
}

/**
 * Makes playlists of the playlist files of the collection, and lets them follow their files, also to other places. Files that did
 * not change are not read, unless some of their entries have no track yet and there are new ones, or there is room for them now.
 */
export async function followLists(database: LeasedDatabase, options: FollowOptions): Promise<void> {
  const { db, write } = database
  const { walked, report, signal } = options
  const hasNewTracks = report.added + report.changed + report.moved > 0
  if (report.forgotten > 0 || walked.changed.length > 0) await write(tx => recountTracks(tx, Date.now()))
  const found = chooseLists(walked.lists, report.skipped)
  const known = await readKnownLists(db)
  await saveGone(database, options, known, found)
  const room = await readRoom(db)
  let batch: ListOutcome[] = []
  let lines = 0
  const flush = async () => {
    await writeLists(database, { dialect: options.dialect, signal, known, room }, batch)
    batch = []
    lines = 0
  }
  for (const file of found) {
    signal.throwIfAborted()
    if (!mustRead(file, known.get(file.path), hasNewTracks, room)) continue
    const outcome = await read(file, options.buckets)
    if (!outcome) continue
    batch.push(outcome)
    lines += outcome.entries.length
    if (lines >= BATCH_LINES || batch.length >= BATCH_LISTS) await flush()
  }
  await flush()
}

/** Lists that lie in folders of their own come first: those beside tracks are mostly of their album, and may be too many. */
function chooseLists(lists: readonly FoundList[], skipped: ImportReport['skipped']): FoundList[] {
  const rank = ({ isBesideTracks }: FoundList) => Number(isBesideTracks)
  const [short = [], long = []] = [false, true].map(isLong =>
    lists.filter(({ path }) => Buffer.byteLength(path) > MAX_PATH_BYTES === isLong),
  )
  for (const { path } of long)
    skipped.push({ path, reason: 'the path of this list is longer than 2,000 bytes' })
  return short.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FILES)
}

function mustRead(
  file: FoundList,
  row: KnownList | undefined,
  hasNewTracks: boolean,
  room: PlaylistRoom,
): boolean {
  if (!row) return true
  if (row.removed) return false
  if (row.missing || row.size !== file.size || row.mtimeMs !== file.mtimeMs) return true
  if (row.state === 'problem') return row.problem === NO_ROOM && hasRoom(room, row.lines)
  return hasNewTracks && row.matched < row.lines
}

/** @returns undefined if it could not be reached: the next import tries again */
async function read(file: FoundList, buckets: CollectionBuckets): Promise<ListOutcome | undefined> {
  try {
    return { file, problem: '', ...(await readList(file, buckets)) }
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof ObjectStorageError) return undefined
    if (!(error instanceof UnreadableError)) throw error
    return { file, problem: error.message, title: '', entries: [] }
  }
}

/** Stores which files are elsewhere, or gone, and takes it over into `known`. */
async function saveGone(
  { write }: LeasedDatabase,
  { walked, gone }: FollowOptions,
  known: Map<string, KnownList>,
  found: readonly FoundList[],
): Promise<void> {
  const folders = [...walked.roots, ...gone]
  const there = new Set(walked.lists.map(({ path }) => path))
  const absent = [...known.values()]
    .filter(({ path }) => !there.has(path))
    .filter(({ path }) => folders.some(folder => isWithin(folder, path)))
    .filter(({ path }) => !walked.unreadable.some(folder => isWithin(folder, path)))
  const moved = pairMoved(
    absent,
    found.filter(({ path }) => !known.has(path)),
  )
  for (const pairs of inChunks(moved))
    await write(async tx => {
      for (const { from, to } of pairs) await moveList(tx, from.id, to)
    })
  for (const { from, to } of moved) {
    known.delete(from.path)
    known.set(to.path, { ...from, path: to.path, missing: 1 - from.removed })
  }
  const movedRows = new Set(moved.map(({ from }) => from))
  const ids = absent.filter(row => !(row.missing || movedRows.has(row))).map(({ id }) => id)
  for (const some of inChunks(ids)) await write(tx => saveGoneLists(tx, some))
}

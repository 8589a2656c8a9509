import { UnreachableError, UnreadableError } from '@refrain/audio/audio-info'
import { MAX_COLLECTION_PLAYLISTS } from '@refrain/contract/library/collection-playlists'
import { countLimits } from '@refrain/contract/limits'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import { inChunks } from '../../database/in-chunks.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { createYield } from '../../http/limits/yield-to-requests.ts'
import {
  recountTracks,
  type SavedList,
  saveGoneLists,
  saveList,
} from '../../library/collection-playlists/collection-playlist-writer.ts'
import { findTracks } from '../../library/matching/match-tracks.ts'
import type { CollectionBuckets } from '../../media/storage/collection-buckets.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { isWithin } from '../collection/album-folders.ts'
import type { ImportReport } from '../import-report.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import type { CollectionChanges, FoundList } from '../phases/walk-collection.ts'
import { type KnownList, readAlbumOf, readKnownLists } from './list-store.ts'
import { type ReadList, readList } from './read-list.ts'
import { repeatsAlbum } from './repeats-album.ts'

/** Files of a collection, those that repeat an album included; further ones are ignored. */
const MAX_FILES = 50_000
/** Entries in all playlists together: after an import, all of those without a track may be looked for again. */
const MAX_LINES = 200_000
/** Entries that are matched together: lists of albums are short, and statements are shared. */
const BATCH_LINES = 5_000

export interface FollowOptions {
  readonly dialect: OpenDatabase['dialect']
  readonly walked: Pick<CollectionChanges, 'lists' | 'roots' | 'unreadable' | 'changed'>
  /** Folders that the operator declares gone. */
  readonly gone: readonly string[]
  readonly buckets: CollectionBuckets
  readonly signal: AbortSignal
  /** What the import has done with tracks. */
  readonly report: Pick<ImportReport, 'added' | 'changed' | 'moved' | 'forgotten'>
}

/** A list that was read, or why it was not. */
type Outcome = { readonly file: FoundList } & (ReadList | { readonly problem: string })

/**
 * Makes playlists of the playlist files of the collection, and lets them follow their files. Files that did not change are not
 * read, unless some of their entries have no track yet and there are new ones.
 */
export async function followLists(database: LeasedDatabase, options: FollowOptions): Promise<void> {
  const { db, write } = database
  const { walked, report, signal } = options
  const hasNewTracks = report.added + report.changed + report.moved > 0
  if (report.forgotten > 0 || walked.changed.length > 0) await write(tx => recountTracks(tx, Date.now()))
  const known = await readKnownLists(db)
  const found = chooseLists(walked.lists)
  await saveGone(database, options, known, new Set(walked.lists.map(({ path }) => path)))
  const room = countRoom(known)
  let batch: (ReadList & { readonly file: FoundList })[] = []
  let lines = 0
  const flush = async () => {
    await writeLists(database, options, batch, known, room)
    batch = []
    lines = 0
  }
  for (const file of found) {
    signal.throwIfAborted()
    if (!mustRead(file, known.get(file.path), hasNewTracks)) continue
    const outcome = await read(file, options.buckets)
    if (!outcome) continue
    if ('problem' in outcome) {
      await save(database, { ...problemOf(file, outcome.problem) })
      continue
    }
    batch.push(outcome)
    lines += outcome.entries.length
    if (lines >= BATCH_LINES) await flush()
  }
  await flush()
}

/** Lists that lie in folders of their own come first: those beside tracks are mostly of their album, and may be too many. */
function chooseLists(lists: readonly FoundList[]): FoundList[] {
  const rank = ({ isBesideTracks }: FoundList) => Number(isBesideTracks)
  return lists.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FILES)
}

function mustRead(file: FoundList, row: KnownList | undefined, hasNewTracks: boolean): boolean {
  if (!row) return true
  if (row.removed) return false
  if (row.missing || row.size !== file.size || row.mtime_ms !== file.mtimeMs) return true
  return hasNewTracks && row.matched < row.lines
}

/** @returns undefined if it could not be reached: the next import tries again */
async function read(file: FoundList, buckets: CollectionBuckets): Promise<Outcome | undefined> {
  try {
    return { file, ...(await readList(file, buckets)) }
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof ObjectStorageError) return undefined
    if (!(error instanceof UnreadableError)) throw error
    return { file, problem: error.message }
  }
}

async function saveGone(
  { write }: LeasedDatabase,
  { walked, gone }: FollowOptions,
  known: ReadonlyMap<string, KnownList>,
  found: ReadonlySet<string>,
): Promise<void> {
  const folders = [...walked.roots, ...gone]
  const ids = [...known.values()]
    .filter(({ path, missing }) => !(missing || found.has(path)))
    .filter(({ path }) => folders.some(folder => isWithin(folder, path)))
    .filter(({ path }) => !walked.unreadable.some(folder => isWithin(folder, path)))
    .map(({ id }) => id)
  for (const some of inChunks(ids)) await write(tx => saveGoneLists(tx, some))
}

/** How many playlists and entries there may still be. */
interface Room {
  playlists: number
  lines: number
}

function countRoom(known: ReadonlyMap<string, KnownList>): Room {
  const rows = [...known.values()].filter(({ state }) => state === 'playlist')
  const lines = rows.reduce((sum, row) => sum + row.lines, 0)
  return {
    playlists: MAX_COLLECTION_PLAYLISTS - rows.length,
    lines: MAX_LINES - lines,
  }
}

async function writeLists(
  database: LeasedDatabase,
  { dialect, signal }: FollowOptions,
  lists: readonly (ReadList & { readonly file: FoundList })[],
  known: ReadonlyMap<string, KnownList>,
  room: Room,
): Promise<void> {
  const { db } = database
  const entries = lists.flatMap(list => list.entries)
  const found = await findTracks({ db, dialect }, entries, createYield(signal))
  for (const list of lists) {
    signal.throwIfAborted()
    const trackIds = list.entries.flatMap(entry => found.get(entry)?.id ?? [])
    const lines = list.entries.length
    const [first] = trackIds
    const album = first === undefined ? [] : await readAlbumOf(db, first, countLimits.related)
    const isAlbum = repeatsAlbum(lines, trackIds, album)
    const before = known.get(list.file.path)
    const taken = before?.state === 'playlist' ? { playlists: 1, lines: before.lines } : NOTHING
    room.playlists += taken.playlists
    room.lines += taken.lines
    const isFull = !isAlbum && (room.playlists < 1 || room.lines < lines)
    if (isFull) {
      await save(database, problemOf(list.file, 'there are too many playlists in the collection'))
      continue
    }
    if (!isAlbum) {
      room.playlists -= 1
      room.lines -= lines
    }
    const state = isAlbum ? 'album' : 'playlist'
    await save(database, { ...placeOf(list.file), state, problem: '', title: list.title, lines, trackIds })
  }
}

const NOTHING = { playlists: 0, lines: 0 }

const placeOf = ({ path, root, size, mtimeMs }: FoundList) => ({ path, root, size, mtime_ms: mtimeMs })

const problemOf = (file: FoundList, problem: string): SavedList => ({
  ...placeOf(file),
  state: 'problem',
  problem,
  title: '',
  lines: 0,
  trackIds: [],
})

/** Pages that show the lists load them again. */
async function save({ write }: LeasedDatabase, list: SavedList): Promise<void> {
  await write(async tx => {
    await saveList(tx, list, Date.now())
    await incrementCatalogueVersion(tx)
  })
}

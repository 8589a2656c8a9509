import type { Stands } from '@refrain/audio/tags/names/split-names'
import { markUnavailable } from '../../catalogue/track-writer.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { filePathOf } from '../../media/cuts/cut-path.ts'
import type { AnnouncementRule } from '../album-announcements.ts'
import type { AlbumFolder } from '../collection/album-folders.ts'
import type { ImportReport } from '../import-report.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import { markWithoutFile, removeTracks } from '../removal/missing-track-writer.ts'
import { chooseAlbum } from '../writers/choose-album.ts'
import { isUntouched, markCutsMissing, saveDisc } from '../writers/disc-writer.ts'
import { deletePaths, saveProblem } from '../writers/file-writer.ts'
import { identifyTracks, type WalkedFiles } from '../writers/identify-tracks.ts'
import { writeAlbum } from '../writers/write-album.ts'
import type { CutFolder } from './cut-discs.ts'
import type { FileResult } from './file-reader.ts'
import type { ImportedAlbum } from './group-albums.ts'
import type { AlbumPictures } from './picture-preparer.ts'

/** Tracks per transaction: about a hundred rows in total. */
const SLICE = 25

export interface FolderToWrite {
  readonly folder: AlbumFolder
  readonly albums: readonly { album: ImportedAlbum; pictures: AlbumPictures }[]
  readonly results: readonly FileResult[]
  readonly discs: CutFolder['discs']
  readonly sheetProblems: CutFolder['problems']
  /** What was known of names when its files were read. */
  readonly stands: Stands
}

/** Phase 5: writes the albums of one folder and updates the report. */
export async function writeFolder(
  database: LeasedDatabase,
  given: FolderToWrite,
  {
    walked,
    missingTracks,
    shouldAnnounce,
    report,
    readVersion: ownVersion,
    sortArticles,
    cuts,
  }: {
    readonly walked: WalkedFiles
    /** See `CollectionChanges`. */
    readonly cuts: ReadonlyMap<string, readonly string[]>
    /** Tracks of known files that were not found. */
    readonly missingTracks: ReadonlySet<string>
    readonly shouldAnnounce: AnnouncementRule
    readonly report: ImportReport
    /** See `readVersionOf`. */
    readonly readVersion: number
    readonly sortArticles: readonly string[]
  },
): Promise<void> {
  const { db, write } = database
  const { folder, albums, results, sheetProblems, stands } = given
  // A cue sheet that could not be reached may say something else of the files: the next import reads them again.
  const readVersion = sheetProblems.some(({ isTemporary }) => isTemporary) ? 0 : ownVersion
  const all = albums.flatMap(({ album }) => album.tracks)
  const { identities, displaced } = await identifyTracks(db, all, walked)
  const ids = new Set(Array.from(identities.values(), identity => identity.id))
  // First: files that are stored as read are not looked at again if the import ends in between.
  const moved = new Set(Array.from(identities.values(), identity => identity.movedFrom))
  await dropFormerCuts(database, given, { cuts, moved })
  await writeSheets(database, given, { ids, readVersion, report })
  for (const { album, pictures } of albums) {
    const ids = album.tracks.map(track => identities.get(track.file.path)!.id)
    const { id: albumId, key } = await write(tx => chooseAlbum(tx, album, ids, missingTracks))
    for (let at = 0; at < album.tracks.length; at += SLICE) {
      const tracks = album.tracks.slice(at, at + SLICE)
      const done = await write(tx =>
        writeAlbum(tx, {
          ...{ album, albumId, key, pictures, tracks, identities, stands, readVersion, sortArticles },
          shouldAnnounce: artistSince => shouldAnnounce(folder.root, artistSince),
        }),
      )
      report.added += done.added
      report.changed += done.changed
      report.moved += done.moved
      report.unchanged += tracks.length - done.added - done.changed - done.moved
    }
  }
  // After all albums: their files may have swapped paths.
  if (displaced.length > 0) await write(tx => markWithoutFile(tx, displaced))
  await writeDiscs(database, given, ids, readVersion)
  const damaged = results.filter(result => !('problem' in result) && result.hasDamagedTags)
  report.damagedTags.push(...new Set(damaged.map(({ path }) => filePathOf(path))))
  const problems = results.filter(result => 'problem' in result)
  for (const { path, problem, isTemporary } of problems) {
    report.skipped.push({ path, reason: problem })
    const file = folder.files.find(one => one.path === path)
    if (!file || isTemporary) continue
    await write(async tx => {
      const trackId = await saveProblem(tx, file, { problem, readVersion }, ids)
      if (trackId) await markUnavailable(tx, [trackId])
    })
  }
}

/** Marks cuts as missing that are not in the files any more. @param moved paths from which tracks are found elsewhere */
async function dropFormerCuts(
  { write }: LeasedDatabase,
  { folder, results, sheetProblems }: FolderToWrite,
  { cuts, moved }: Readonly<{ cuts: ReadonlyMap<string, readonly string[]>; moved: ReadonlySet<string> }>,
): Promise<void> {
  const kept = new Set([...results, ...sheetProblems.map(({ file }) => file)].map(({ path }) => path))
  const unreached = results.filter(result => 'problem' in result && result.isTemporary)
  const spared = new Set(unreached.map(({ path }) => path))
  const read = [...new Set(folder.files.map(file => filePathOf(file.path)))].filter(path => !spared.has(path))
  const left = read.flatMap(path => cuts.get(path) ?? []).filter(path => !kept.has(path) && !moved.has(path))
  for (const some of inChunks(left)) await write(tx => markCutsMissing(tx, some))
}

/** Stores and reports the cue sheets that could not be used, and forgets what was wrong with the others. */
async function writeSheets(
  { write }: LeasedDatabase,
  { folder, sheetProblems }: FolderToWrite,
  {
    ids,
    readVersion,
    report,
  }: Readonly<{ ids: ReadonlySet<string>; readVersion: number; report: ImportReport }>,
): Promise<void> {
  for (const { file, reason, isTemporary } of sheetProblems) {
    report.skipped.push({ path: filePathOf(file.path), reason })
    if (!isTemporary) await write(tx => saveProblem(tx, file, { problem: reason, readVersion }, ids))
  }
  const failed = new Set(sheetProblems.map(({ file }) => file.path))
  const used = folder.sheets.map(sheet => sheet.path).filter(path => !failed.has(path))
  for (const some of inChunks(used)) await write(tx => deletePaths(tx, some))
}

/** Stores the files that were cut. */
async function writeDiscs(
  { db, write }: LeasedDatabase,
  { albums, discs }: FolderToWrite,
  ids: ReadonlySet<string>,
  readVersion: number,
): Promise<void> {
  // Their covers are in the files.
  const isUndecided = albums.some(({ pictures }) => pictures.isUndecided)
  for (const disc of discs) {
    const former = await write(tx => saveDisc(tx, disc, isUndecided ? 0 : readVersion, ids))
    // A track that nobody would miss need not stay beside those that it is made of.
    if (former && (await isUntouched(db, former.id))) await removeTracks(write, [former], Date.now())
  }
}

import type { Stands } from '@refrain/audio/tags/names/split-names'
import { markUnavailable } from '../../catalogue/track-writer.ts'
import type { AnnouncementRule } from '../album-announcements.ts'
import type { AlbumFolder } from '../collection/album-folders.ts'
import type { ImportReport } from '../import-report.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import { markWithoutFile } from '../removal/missing-track-writer.ts'
import { chooseAlbum } from '../writers/choose-album.ts'
import { saveProblem } from '../writers/file-writer.ts'
import { identifyTracks, type WalkedFiles } from '../writers/identify-tracks.ts'
import { writeAlbum } from '../writers/write-album.ts'
import type { FileResult } from './file-reader.ts'
import type { ImportedAlbum } from './group-albums.ts'
import type { AlbumPictures } from './picture-preparer.ts'

/** Tracks per transaction: about a hundred rows in total. */
const SLICE = 25

export interface FolderToWrite {
  readonly folder: AlbumFolder
  readonly albums: readonly { album: ImportedAlbum; pictures: AlbumPictures }[]
  readonly results: readonly FileResult[]
  /** What was known of names when its files were read. */
  readonly stands: Stands
}

/** Phase 5: writes the albums of one folder and updates the report. */
export async function writeFolder(
  { db, write }: LeasedDatabase,
  { folder, albums, results, stands }: FolderToWrite,
  {
    walked,
    missingTracks,
    shouldAnnounce,
    report,
    readVersion,
    sortArticles,
  }: {
    readonly walked: WalkedFiles
    /** Tracks of known files that were not found. */
    readonly missingTracks: ReadonlySet<string>
    readonly shouldAnnounce: AnnouncementRule
    readonly report: ImportReport
    /** See `readVersionOf`. */
    readonly readVersion: number
    readonly sortArticles: readonly string[]
  },
): Promise<void> {
  const all = albums.flatMap(({ album }) => album.tracks)
  const { identities, displaced } = await identifyTracks(db, all, walked)
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
  const given = new Set(Array.from(identities.values(), identity => identity.id))
  for (const result of results) {
    if (!('problem' in result) && result.hasDamagedTags) report.damagedTags.push(result.path)
  }
  const problems = results.filter(result => 'problem' in result)
  for (const { path, problem, isTemporary } of problems) {
    report.skipped.push({ path, reason: problem })
    const file = folder.files.find(one => one.path === path)
    if (!file || isTemporary) continue
    await write(async tx => {
      const trackId = await saveProblem(tx, file, { problem, readVersion }, given)
      if (trackId) await markUnavailable(tx, [trackId])
    })
  }
}

import { setAvailable } from '../catalogue/track-writer.ts'
import { incrementCatalogueVersion } from '../catalogue/version-writer.ts'
import type { Database } from '../database/tables.ts'
import { chooseAlbum } from './choose-album.ts'
import { rememberProblem } from './file-writer.ts'
import { identifyTracks } from './identify-tracks.ts'
import type { AlbumFolder } from './join-folders.ts'
import type { IsNews } from './news.ts'
import type { FileAnswer } from './phase-2-read-files.ts'
import type { GatheredAlbum } from './phase-3-gather.ts'
import type { AlbumPictures } from './phase-4-keep-pictures.ts'
import type { ImportReport } from './report.ts'
import { writeAlbum } from './write-album.ts'
import type { WriteSlice } from './write-slice.ts'

/** Tracks written in one transaction: with what belongs to them about a hundred rows. */
const SLICE = 25

export interface FolderToWrite {
  readonly folder: AlbumFolder
  readonly albums: readonly { album: GatheredAlbum; pictures: AlbumPictures }[]
  readonly answers: readonly FileAnswer[]
}

/** What this run knows of files that it did not find. */
export interface Vanished {
  readonly paths: ReadonlySet<string>
  readonly tracks: ReadonlySet<string>
}

/** Phase 5: writes what was gathered of one folder, album by album, and adds to the report what it did. */
export async function writeFolder(
  db: Database,
  { folder, albums, answers }: FolderToWrite,
  {
    vanished,
    isNews,
    report,
    write,
  }: {
    readonly vanished: Vanished
    readonly isNews: IsNews
    readonly report: ImportReport
    readonly write: WriteSlice
  },
): Promise<void> {
  const all = albums.flatMap(({ album }) => album.tracks)
  const identities = await identifyTracks(db, all, vanished.paths)
  for (const { album, pictures } of albums) {
    const ids = album.tracks.map(track => identities.get(track.file.path)!.id)
    const { id: albumId, key } = await write(tx => chooseAlbum(tx, album, ids, vanished.tracks))
    for (let at = 0; at < album.tracks.length; at += SLICE) {
      const tracks = album.tracks.slice(at, at + SLICE)
      const done = await write(tx =>
        writeAlbum(tx, {
          ...{ album, albumId, key, pictures, tracks, identities },
          isNews: artistSince => isNews(folder.root, artistSince),
        }),
      )
      report.added += done.added
      report.changed += done.changed
      report.moved += done.moved
      report.unchanged += tracks.length - done.added - done.changed - done.moved
    }
  }
  const given = new Set(Array.from(identities.values(), identity => identity.id))
  const problems = answers.filter(answer => 'problem' in answer)
  for (const { path, problem, passing } of problems) {
    report.skipped.push({ path, reason: problem })
    const file = folder.files.find(one => one.path === path)
    if (!file || passing) continue
    await write(async tx => {
      const trackId = await rememberProblem(tx, file, problem, given)
      if (trackId && (await setAvailable(tx, [trackId], false)) > 0) await incrementCatalogueVersion(tx)
    })
  }
}

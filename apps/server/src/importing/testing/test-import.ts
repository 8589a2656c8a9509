import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { type ImportOptions, importCollection } from '../import-collection.ts'
import type { ImportReport } from '../import-report.ts'
import { FileReader } from '../phases/file-reader.ts'

export interface TestFolders {
  /** An empty folder for music. */
  readonly music: string
  readonly dataDir: string
  /** Starting threads for each import would be most of the time these tests take. */
  readonly reader: FileReader
}

/** Fresh folders for each test, gone after it. */
export function useFolders(): TestFolders {
  const folders = { music: '', dataDir: '', reader: new FileReader() }
  let base = ''
  beforeEach(async ({ onTestFinished }) => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'refrain-import-')))
    folders.music = join(base, 'music')
    folders.dataDir = join(base, 'data')
    await mkdir(folders.music)
    // After what the test itself has begun: an app that is still closing may write there.
    onTestFinished(() => rm(base, { recursive: true, force: true }))
  })
  afterAll(() => folders.reader.close())
  return folders
}

export function importMusic(
  open: OpenDatabase,
  folders: TestFolders,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  return importCollection({
    open,
    storage: folderStorage(folders.dataDir),
    folders: [folders.music],
    reader: folders.reader,
    ...options,
  })
}

/** Everything of the catalogue that a listener can tell apart, without the moment it was added. */
export async function readCatalogue({ db }: OpenDatabase) {
  const albums = await db.selectFrom('albums').selectAll().orderBy('id').execute()
  const artists = await db.selectFrom('artists').selectAll().orderBy('id').execute()
  const tracks = await db.selectFrom('tracks').selectAll().orderBy('id').execute()
  const trackGenres = await db
    .selectFrom('track_genres')
    .selectAll()
    .orderBy('track_id')
    .orderBy('position')
    .execute()
  return {
    albums: albums.map(({ created_at, ...row }) => row),
    artists: artists.map(({ created_at, ...row }) => row),
    tracks: tracks.map(({ added_at, ...row }) => row),
    genres: await db.selectFrom('genres').selectAll().orderBy('id').execute(),
    trackArtists: await db
      .selectFrom('track_artists')
      .selectAll()
      .orderBy('track_id')
      .orderBy('position')
      .execute(),
    trackGenres: trackGenres.map(({ track_added, ...row }) => row),
    lyrics: await db.selectFrom('lyrics').selectAll().orderBy('track_id').execute(),
    files: await db.selectFrom('files').selectAll().orderBy('path').execute(),
  }
}

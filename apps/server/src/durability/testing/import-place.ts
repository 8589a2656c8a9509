import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, onTestFinished } from 'vitest'
import { programPath } from '../../../../../scripts/build.mjs'
import { migrate } from '../../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import { importCollection } from '../../importing/import-collection.ts'
import type { FileReader } from '../../importing/phases/file-reader.ts'
import { readCatalogue } from '../../importing/testing/test-import.ts'
import { writeAlbum } from '../../importing/testing/write-music.ts'
import { PICTURES } from '../../media/pictures/picture-path.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { makePostgres } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { checkConsistency } from './count-checks.ts'

const IMPORT = programPath('import')
const KILL_AT_STEP = new URL('./kill-at-step.ts', import.meta.url).href
/** Files that nothing uses are removed when they are older. */
const OLD = new Date(Date.now() - 2 * 86_400_000)

/** Before which step to kill an import; see kill-at-step.ts. */
export interface KillPoint {
  /** Regular expression for the steps that count. */
  readonly at: string
  /** Which of them, from 1. */
  readonly nth: number
}

/** An empty, migrated database with a data folder, for imports. */
export interface ImportPlace {
  readonly open: OpenDatabase
  readonly dataDir: string
  readonly databaseUrl: string
}

export async function makeImportPlace(dialect: OpenDatabase['dialect']): Promise<ImportPlace> {
  const dataDir = temporaryFolder()
  if (dialect === 'postgres') {
    const { open, url, end } = await makePostgres()
    onTestFinished(end)
    return { open, dataDir, databaseUrl: url }
  }
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  return { open, dataDir, databaseUrl: '' }
}

/** Writes albums with covers of their own. Some tracks are there twice, so that ids depend on the order. */
export async function writeCollection(albums: number): Promise<string> {
  const music = temporaryFolder()
  for (let n = 0; n < albums; n++) {
    const artist = `Artist ${n % 3}`
    const tags = { ARTIST: artist, ALBUMARTIST: artist, ALBUM: `Album ${n}`, GENRE: `Genre ${n % 2}` }
    const background = { r: n, g: 90, b: 90 }
    const cover = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const folder = `${artist}/Album ${n}`
    await writeAlbum(music, folder, tags, ['01 One.mp3'], { cover, sound: n % 2 ? 'copy' : `own ${n}` })
    await writeAlbum(music, folder, tags, ['02 Two.mp3'], { cover })
  }
  return music
}

/**
 * Runs the import as a process of its own.
 * @param kill where to kill it; by default it runs to its end
 * @returns whether it was killed, and the number of its steps unless it was
 */
export async function runImport(
  { dataDir, databaseUrl }: ImportPlace,
  music: string,
  kill?: KillPoint,
): Promise<{ readonly isKilled: boolean; readonly steps: number }> {
  const stepsFile = join(temporaryFolder(), 'steps')
  const killing = kill && { KILL_AT: kill.at, KILL_NTH: String(kill.nth) }
  const child = spawn(process.execPath, ['--import', KILL_AT_STEP, IMPORT, music], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, STEPS_FILE: stepsFile },
      ...killing,
    },
  })
  const errors = text(child.stderr)
  const [status, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return { isKilled: true, steps: 0 }
  expect(status, await errors).toBe(0)
  return { isKilled: false, steps: Number(readFileSync(stepsFile, 'utf8')) }
}

/**
 * Imports to the end, and a second time when all pictures are old.
 * @param reader starting one takes longer than such an import
 * @returns what there is then
 */
export async function completeImport({ open, dataDir }: ImportPlace, music: string, reader: FileReader) {
  const storage = folderStorage(dataDir)
  const options = { open, storage, folders: [music], reader }
  expect((await importCollection(options)).skipped).toEqual([])
  for (const file of picturesIn(dataDir)) utimesSync(join(dataDir, PICTURES, file), OLD, OLD)
  await importCollection(options)
  await checkConsistency(open, storage)
  return { catalogue: await readCatalogue(open), pictures: picturesIn(dataDir) }
}

/** Names of all files, unfinished ones included. */
function picturesIn(dataDir: string): string[] {
  const folder = join(dataDir, PICTURES)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(name => statSync(join(folder, name)).isFile()).sort()
}

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { readCatalogue, useFolders } from './testing/test-import.ts'
import { writeAlbum } from './testing/write-music.ts'

const PROGRAM = fileURLToPath(new URL('../bin/import.ts', import.meta.url))
const folders = useFolders()
const made: string[] = []

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function freshDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refrain-interrupted-'))
  made.push(folder)
  return folder
}

/** Runs the program; with `killAt`, ends it like a power cut as soon as so many tracks are in. */
async function run(dataDir: string, killAt?: number): Promise<number | null> {
  const child = spawn(process.execPath, [PROGRAM, folders.music], {
    stdio: 'ignore',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  })
  const ended = new Promise<number | null>(resolve => child.on('exit', resolve))
  if (killAt !== undefined) {
    const { db, close } = await openMigrated(dataDir)
    while (child.exitCode === null && child.signalCode === null) {
      const { count } = await db
        .selectFrom('tracks')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= killAt) child.kill('SIGKILL')
      await new Promise(resolve => setTimeout(resolve, 2))
    }
    await close()
  }
  return ended
}

async function openMigrated(dataDir: string) {
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  return open
}

async function catalogueOf(dataDir: string) {
  const open = await openMigrated(dataDir)
  const found = await readCatalogue(open)
  await open.close()
  return found
}

describe('a killed import', () => {
  it('resumes where it stopped, with the same result as an uninterrupted one', async () => {
    for (let n = 0; n < 40; n++) {
      const artist = `Artist ${n % 7}`
      const tags = { ARTIST: artist, ALBUMARTIST: artist, ALBUM: `Album ${n}`, GENRE: `Genre ${n % 5}` }
      // Every tenth album is there twice, which makes ids depend on the order.
      const sound = n % 10 === 0 ? 'copy' : `own ${n}`
      await writeAlbum(folders.music, `${artist}/Album ${n}`, tags, ['01 One.mp3'], { sound })
      await writeAlbum(folders.music, `${artist}/Album ${n}`, tags, ['02 Two.mp3', '03 Three.mp3'])
    }
    const straight = await freshDataDir()
    expect(await run(straight)).toBe(0)
    const interrupted = await freshDataDir()
    await run(interrupted, 12)
    const halfway = (await catalogueOf(interrupted)).tracks.length
    expect(halfway).toBeGreaterThanOrEqual(12)
    await run(interrupted, halfway + 20)
    expect(await run(interrupted)).toBe(0)
    expect(await catalogueOf(interrupted)).toEqual(await catalogueOf(straight))
  }, 120_000)
})

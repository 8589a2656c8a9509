import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { writeAlbum } from '../importing/testing/write-music.ts'
import { FIRST_SIZES } from '../media/pictures/encoded-picture.ts'
import { derivativeName, originalName } from '../media/pictures/picture-path.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readTrace, tracer } from './testing/power-cut/read-trace.ts'
import { type Luck, SimulatedDisk } from './testing/power-cut/simulated-disk.ts'

const IMPORT = programPath('import')
const ALBUMS = 4
/** Writes to the database's log from one power cut to the next. */
const EVERY = 25
/** A service beside the import flushes the database with each change of a listener. */
const DATABASE_SURVIVES: Luck = {
  names: count => count,
  change: path => path.includes('refrain.db'),
}

it.skipIf(process.platform !== 'linux')(
  'a power cut during an import leaves no album with a cover that is lost',
  async () => {
    const music = temporaryFolder()
    for (let n = 0; n < ALBUMS; n++) {
      const create = { width: 300, height: 300, channels: 3, background: { r: n, g: 90, b: 90 } } as const
      const cover = await sharp({ create }).jpeg().toBuffer()
      await writeAlbum(music, `Album ${n}`, { ARTIST: 'Ada', ALBUM: `Album ${n}` }, ['01 One.mp3'], { cover })
    }
    const dataDir = join(realpathSync(temporaryFolder()), 'data')
    const open = openDatabase({ databaseUrl: '', dataDir })
    await migrate(open)
    await open.close()
    const before = join(temporaryFolder(), 'before')
    cpSync(dataDir, before, { recursive: true })
    const trace = join(temporaryFolder(), 'trace')
    const [program = '', ...args] = [...tracer(trace), process.execPath, IMPORT, music]
    execFileSync(program, args, {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      stdio: 'ignore',
    })

    const disk = new SimulatedDisk(dataDir, before)
    let writes = 0
    for (const event of readTrace(readFileSync(trace, 'utf8'), dataDir)) {
      disk.apply(event)
      if (event.kind !== 'write' || !event.path.endsWith('-wal') || ++writes % EVERY !== 0) continue
      await countIntactCovers(disk)
    }
    expect(await countIntactCovers(disk)).toBe(ALBUMS)
  },
  120_000,
)

/** The covers that albums name after a power cut now, of which nothing may be lost. */
async function countIntactCovers(disk: SimulatedDisk): Promise<number> {
  const survived = join(temporaryFolder(), 'data')
  disk.writeSurvivors(survived, DATABASE_SURVIVES)
  const covers = await readCovers(survived)
  for (const cover of covers) {
    const names = FIRST_SIZES.map(size => derivativeName(cover, size, 'webp'))
    for (const name of [originalName(cover), ...names]) {
      const path = join(survived, name)
      expect(existsSync(path) && statSync(path).size > 0, name).toBe(true)
    }
  }
  return covers.length
}

async function readCovers(dataDir: string): Promise<string[]> {
  const { db, close } = openDatabase({ databaseUrl: '', dataDir })
  const rows = await db.selectFrom('albums').select('profile_path').where('profile_path', '!=', '').execute()
  await close()
  return rows.map(row => row.profile_path)
}

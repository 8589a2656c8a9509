import { spawn, spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { takeLease } from '../importing/lease.ts'
import { useFolders } from '../importing/testing/test-import.ts'
import { writeAlbum } from '../importing/testing/write-music.ts'
import { readSettings } from '../settings.ts'
import { makePostgres } from '../testing/databases/both-databases.ts'
import { startDatabaseProxy } from '../testing/databases/database-proxy.ts'

const PROGRAM = programPath('import')
const folders = useFolders()
const ada = { ARTIST: 'Ada', ALBUM: 'First' }

function environment() {
  return { ...process.env, DATA_DIR: folders.dataDir, DATABASE_URL: '', MUSIC: '' }
}

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    cwd: join(folders.music, '..'),
    env: { ...environment(), ...env },
  })
  return { status, out: stdout.trim().split('\n'), err: stderr.trim().split('\n') }
}

describe('npm run import', () => {
  it('exits with 0 when everything was imported, and prints a report', async () => {
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const first = run([folders.music])
    expect([first.status, first.out]).toEqual([
      0,
      ['Tracks: 1 added, 0 changed, 0 unchanged, 0 moved, 0 unavailable, 0 skipped.'],
    ])
    expect(run([], { MUSIC: folders.music }).out).toEqual([
      'Tracks: 0 added, 0 changed, 1 unchanged, 0 moved, 0 unavailable, 0 skipped.',
    ])
  })

  it('runs the loudness analysis with --analyse', async () => {
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.flac'])
    const first = run([folders.music, '--analyse'])
    expect([first.status, first.out[1]]).toEqual([0, 'Analysed: 2 tracks.'])
    expect(run([folders.music, '--analyse']).out[1]).toBe('Analysed: 0 tracks.')
  }, 120_000)

  it('leaves for later what is being copied, and lists equal failures once (--routine)', async () => {
    const args = [folders.music, '--quiet', '--routine']
    expect([run(args).status, run(args).status]).toEqual([1, 1])
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    expect(run(args).status).toBe(0)
    await writeAlbum(folders.music, 'Ada/Second', { ...ada, ALBUM: 'Second' }, ['01 Two.mp3'])
    const { status, out } = run(args)
    expect([status, out]).toEqual([3, ['']])
    const open = openDatabase({ ...readSettings(environment()), dataDir: folders.dataDir })
    onTestFinished(() => open.close())
    const runs = await open.db.selectFrom('import_runs').select('failed').orderBy('started_at').execute()
    expect(runs).toEqual([{ failed: 1 }, { failed: 0 }])
  }, 120_000)

  it('leaves out folders that the service may miss (--if-present)', async () => {
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const { status, out } = run([folders.music, '--if-present=/nowhere'])
    expect([status, out.at(-1)]).toEqual([2, expect.stringContaining('/nowhere')])
  })

  it('forgets nothing if another import has run since the one that was shown (--seen)', async () => {
    const [one] = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    run([folders.music])
    await rm(one!)
    run([folders.music])
    const refused = run([folders.music, '--forget', '--known', '--yes', '--seen=another'])
    expect(refused.out[0]).toContain('1 unavailable')
    expect(refused.err.join()).toContain('No track was forgotten')
  })

  it('exits with 2 and the reason when a file was skipped', async () => {
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    await writeFile(join(folders.music, 'bad\u001b[2J\nname.flac'), 'nothing')
    const { status, out } = run([folders.music])
    expect(status).toBe(2)
    expect(out).toEqual([
      'Tracks: 1 added, 0 changed, 0 unchanged, 0 moved, 0 unavailable, 1 skipped.',
      `Skipped ${folders.music}/bad?[2J?name.flac: no sound of a known kind was found in it.`,
    ])
  })

  it.each([
    ['no folder', [], /^Which music\? Name a folder/],
    ['a folder that is not there', ['nowhere'], /^The music folder nowhere does not exist/],
    ['a folder without music', ['music'], /^There is no music in /],
    ['a file for a folder', ['file.txt'], /is a file: name the folder/],
  ])('ends with 1 and one line for %s', async (_, args, line) => {
    await writeFile(join(folders.music, '..', 'file.txt'), '')
    const { status, out, err } = run(args)
    expect([status, out, err.length]).toEqual([1, [''], 1])
    expect(err[0]).toMatch(line)
  })

  it('exits with 78 for an unknown option', () => {
    expect(run(['--quick'])).toMatchObject({
      status: 78,
      err: [expect.stringMatching(/^Unknown option '--quick'/)],
    })
  })

  it('prints what --forget would remove, and removes it with --yes only', async () => {
    const paths = await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3', '02 Two.mp3'])
    run([folders.music])
    await rm(paths[0]!)
    const asked = run([folders.music, '--forget'])
    expect([asked.status, asked.err]).toEqual([
      1,
      ['Nothing was forgotten: add --yes to forget without being asked.'],
    ])
    expect(asked.out.slice(0, 3)).toEqual([
      'To forget: 1 track of 1 album.',
      '  Ada: First (1 track)',
      'No listener likes any of them or has them in a playlist.',
    ])
    expect(asked.out[4]).toMatch(/ 1 unavailable, 0 skipped\.$/)
    const agreed = run([folders.music, '--forget', '--yes'])
    expect([agreed.status, agreed.out[4]]).toEqual([
      0,
      'Tracks: 0 added, 0 changed, 1 unchanged, 0 moved, 0 unavailable, 1 forgotten, 0 skipped.',
    ])
    expect(run([folders.music, '--yes']).err).toEqual(['--gone, --yes and --known need --forget.'])
  })

  it('waits for another import with --wait', async () => {
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const open = openDatabase({ databaseUrl: '', dataDir: folders.dataDir })
    await migrate(open)
    const other = await takeLease(open.db)
    // The event loop must not stand still: this process renews the lease meanwhile.
    const refused = spawn(process.execPath, [PROGRAM, folders.music], { env: environment() })
    expect(await text(refused.stderr)).toMatch(/^Another import is running \(process \d+\)/)
    const child = spawn(process.execPath, [PROGRAM, folders.music, '--wait'], { env: environment() })
    let out = ''
    child.stdout.on('data', async chunk => {
      if (out === '') await other.release()
      out += chunk
    })
    expect(await new Promise(resolve => child.on('close', resolve))).toBe(0)
    expect(out).toMatch(/^Another import is running .*\nTracks: 1 added/)
    await open.close()
  })

  it('exits with one line when the database becomes unavailable', async () => {
    const { url, end } = await makePostgres()
    onTestFinished(end)
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const proxy = await startDatabaseProxy(url, 'insert into "tracks"')
    const env = { ...environment(), DATABASE_URL: proxy.url }
    const child = spawn(process.execPath, [PROGRAM, folders.music], { env })
    let err = ''
    child.stderr.on('data', chunk => {
      err += chunk
    })
    expect(await new Promise(resolve => child.on('close', resolve))).toBe(1)
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^The database is not available \(.*\): try again/),
      '',
    ])
  })

  it('prints its help', () => {
    const { status, out } = run(['--help'])
    expect(status).toBe(0)
    expect(out.join('\n')).toContain('--forget')
  })
})

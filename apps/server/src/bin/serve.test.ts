import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeWav } from '@refrain/audio/testing/make-pcm'
import { expect, it, onTestFinished } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { DATA_MARKER } from '../data-folder.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { takeLease } from '../importing/lease.ts'
import { seed } from '../testing/seed.ts'
import { freePort } from '../testing/servers/free-port.ts'
import { BUCKET, startS3Server } from '../testing/servers/s3-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** However slow the machine is. */
const SOON = { timeout: 20_000 }
const SERVE = programPath('serve')
const READY = /^Refrain is ready: http:\/\/127\.0\.0\.1:\d+( \(still adding .*\))?$/m
/** The exit status that tells systemd not to start again, and that of what may pass. */
const [WRONG_SETTING, MAY_PASS] = [78, 1]
const ROOT_WARNING = /^Running as root.*\n/

/** Starts the program in an empty folder, with nothing of this environment but the path. */
function start(
  args: readonly string[],
  env: Record<string, string>,
  cwd = temporaryFolder(),
): { child: ChildProcess; text(): string } {
  const child = spawn(process.execPath, [SERVE, ...args], {
    cwd,
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      text += chunk
    })
  }
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, text: () => text.replace(ROOT_WARNING, '') }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => child.on('close', resolve))
}

/** Tells the program to end. @returns its exit status */
function stop(child: ChildProcess): Promise<number | null> {
  const status = ended(child)
  child.kill('SIGTERM')
  return status
}

/** Folders that a start needs, with one silent setting each. */
function folders() {
  const dataDir = join(temporaryFolder(), 'data')
  const music = temporaryFolder()
  return { dataDir, music, env: { DATA_DIR: dataDir, PORT: '0' } }
}

async function refusal(
  args: readonly string[],
  env: Record<string, string>,
  expected = WRONG_SETTING,
): Promise<string> {
  const { child, text } = start(args, env)
  const status = await ended(child)
  expect(text().trim().split('\n')).toHaveLength(1)
  expect(status).toBe(expected)
  return text().trim()
}

it('refuses an unknown option and a folder that cannot be read in one line', async () => {
  const { env } = folders()
  expect(await refusal(['--bogus'], env)).toMatch(/--bogus.*--help/)
  expect(await refusal(['--music', '/nowhere'], env, MAY_PASS)).toMatch(
    /music folder \/nowhere cannot be read/,
  )
})

it.each([
  ['PORT', 'eighty', /PORT cannot be "eighty": it takes a whole number from 0 to 65535/],
  ['DATABASE_URL', 'mysql://localhost/x', /DATABASE_URL cannot be/],
  ['TRUSTED_PROXIES', 'foo', /TRUSTED_PROXIES cannot be "foo"/],
  ['DATA_DIR', '/etc/passwd', /DATA_DIR, \/etc\/passwd, is no folder/],
  ['PROFILES', 'nobody', /PROFILES cannot be "nobody"/],
  ['WORKERS', '2', /workers need PostgreSQL: set DATABASE_URL/],
  ['MUSIC', 's3://bucket', /s3:\/\/bucket needs S3_ACCESS_KEY_ID/],
  ['BACKUP_PASSPHRASE_FILE', '/nowhere', /BACKUP_PASSPHRASE_FILE, \/nowhere, cannot be read/],
  ['MUSIC_ROOTS', '/', /MUSIC_ROOTS cannot be "\/"/],
  ['BACKUP_TARGET', 's3://Bucket', /BACKUP_TARGET cannot be "s3:\/\/Bucket"/],
  ['BACKUP_TARGET', 's3://bucket', /BACKUP_TARGET needs S3_ACCESS_KEY_ID/],
])('refuses %s=%s in one line, for good', async (name, value, line) => {
  const { music, env } = folders()
  const args = name === 'MUSIC' ? [] : ['--music', music]
  expect(await refusal(args, { ...env, [name]: value })).toMatch(line)
})

it.each([
  ['DATABASE_URL', 'postgres://127.0.0.1:1/x', /database cannot be reached .*DATABASE_URL/],
  ['DATA_DIR', '/'.padEnd(300, 'x'), /DATA_DIR/],
  ['MUSIC', '/nowhere', /music folder \/nowhere cannot be read: .*MUSIC/],
  ['HOST', '192.0.2.1', /has no address 192\.0\.2\.1: set HOST/],
])('refuses %s=%s in one line, until it is started again', async (name, value, line) => {
  const { music, env } = folders()
  const args = name === 'MUSIC' ? [] : ['--music', music]
  expect(await refusal(args, { ...env, [name]: value }, MAY_PASS)).toMatch(line)
})

it('refuses a port in use, a damaged and a newer database, and a data folder that is a file, in one line', async () => {
  const { music, env, dataDir } = folders()
  const args = ['--music', music]
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  expect(await refusal(args, { ...env, PORT: String(port) }, MAY_PASS)).toMatch(/is in use: .*PORT/)

  const newer = new DatabaseSync(join(dataDir, 'refrain.db'))
  newer.exec("insert into schema_steps (name) values ('999-tomorrow')")
  newer.close()
  expect(await refusal(args, env, MAY_PASS)).toMatch(/newer than this program .*update/)

  const damaged = temporaryFolder()
  writeFileSync(
    join(damaged, 'refrain.db'),
    'not a database at all, but long enough to be taken for one'.repeat(20),
  )
  expect(await refusal(args, { ...env, DATA_DIR: damaged }, MAY_PASS)).toMatch(/damaged: restore a backup/)

  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(await refusal(args, { ...env, DATA_DIR: join(file, 'data') }, MAY_PASS)).toMatch(
    /cannot be written: .*DATA_DIR/,
  )
})

it('rejects an invalid Firebase service account in one line, before it listens', async () => {
  const { music, env, dataDir } = folders()
  const file = join(temporaryFolder(), 'account.json')
  const args = ['--music', music]
  expect(await refusal(args, { ...env, FCM_SERVICE_ACCOUNT: file })).toMatch(/account\.json, cannot be read/)
  writeFileSync(file, '{"project_id":"refrain","client_email":"push@refrain.example"}')
  expect(await refusal(args, { ...env, FCM_SERVICE_ACCOUNT: file })).toMatch(/is no service account/)
  // Nothing was begun.
  expect(existsSync(dataDir)).toBe(false)
})

it('rejects a passphrase file that cannot be read in one line', async () => {
  const { music, env } = folders()
  const file = join(temporaryFolder(), 'passphrase')
  const backups = { BACKUP_TARGET: temporaryFolder(), BACKUP_EVERY: '1d', BACKUP_PASSPHRASE_FILE: file }
  expect(await refusal(['--music', music], { ...env, ...backups })).toMatch(
    /BACKUP_PASSPHRASE_FILE, .*, cannot be read/,
  )
})

it('rejects wrong keys and names of a bucket in one line, but not one that is away', async () => {
  const { music, env } = folders()
  const { endpoint, accessKeyId, secretAccessKey } = await startS3Server()
  const keys = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
  const right = { ...env, ...keys, STORAGE: `s3://${BUCKET}/media` }
  const args = ['--music', music]
  expect(await refusal(args, { ...right, STORAGE: 's3://nowhere' }, MAY_PASS)).toMatch(
    /^STORAGE .*no bucket nowhere/,
  )
  expect(await refusal(args, { ...right, S3_ACCESS_KEY_ID: 'wrong' }, MAY_PASS)).toMatch(
    /^STORAGE .*InvalidAccessKeyId/,
  )
  const { text } = start(args, { ...right, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
  await expect.poll(text, SOON).toMatch(READY)
})

it('rejects an address of PostgreSQL where something else answers in one line', async () => {
  const { music, env } = folders()
  const other = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const wrong = { ...env, DATABASE_URL: `postgres://127.0.0.1:${port}/x` }
  expect(await refusal(['--music', music], wrong, MAY_PASS)).toMatch(
    /database cannot be (used|reached) .*DATABASE_URL/,
  )
})

it('rejects a data folder with files of another account in one line', async () => {
  const { music, env, dataDir } = folders()
  // Nothing is forbidden to root, but a folder cannot be written as a file.
  mkdirSync(join(dataDir, 'service.lock'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, DATA_MARKER), '')
  expect(await refusal(['--music', music], env, MAY_PASS)).toMatch(
    /service\.lock cannot be written: .*DATA_DIR/,
  )
})

it('rejects a data folder that is not writable in one line', async () => {
  const { music, env } = folders()
  const locked = temporaryFolder()
  chmodSync(locked, 0o500)
  onTestFinished(() => chmodSync(locked, 0o700))
  // Nothing is forbidden to root, so root is given a place where nobody may write.
  const dataDir = process.getuid?.() === 0 ? '/proc/refrain' : join(locked, 'data')
  expect(await refusal(['--music', music], { ...env, DATA_DIR: dataDir }, MAY_PASS)).toMatch(
    /cannot be written/,
  )
})

it('prints its address once ready, serves, and ends on a signal', async () => {
  const { music, dataDir, env } = folders()
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  const put = seed(open.db)
  const artist = await put.artist('Ada')
  await put.track('A', await put.album('First', artist), [artist])
  await open.close()
  const { child, text } = start(['--music', music], env)
  await expect.poll(text, SOON).toMatch(READY)
  const address = /http:\S+/.exec(text())?.[0] as string
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await (await fetch(`${address}/api/fetchartists`)).json()).toHaveLength(1)
  expect(await stop(child)).toBe(0)
})

it.runIf(canQueue(2_000))('lets a thousand connections wait while it is busy', async () => {
  const { music, env } = folders()
  const { child, text } = start(['--music', music], env)
  await expect.poll(text, SOON).toMatch(READY)
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(text())?.[1])
  child.kill('SIGSTOP')
  let connected = 0
  for (let n = 0; n < 1_000; n++) {
    const socket = connect(port, '127.0.0.1', () => connected++)
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
  }
  await expect.poll(() => connected, SOON).toBe(1_000)
})

/** Whether the system lets so many connections wait. */
function canQueue(connections: number): boolean {
  const file = '/proc/sys/net/core/somaxconn'
  return existsSync(file) && Number(readFileSync(file, 'utf8')) >= connections
}

it('refuses to start beside another service on the same embedded database, in one line', async () => {
  const { music, dataDir, env } = folders()
  const { child, text } = start(['--music', music], env)
  await expect.poll(text, SOON).toMatch(READY)
  expect(await refusal(['--music', music], env, MAY_PASS)).toMatch(/^Another service runs .*DATA_DIR/)
  // What it writes is for its own account alone.
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'refrain.db')).mode & 0o777).toBe(0o600)
  expect(await stop(child)).toBe(0)
  const next = start(['--music', music], env)
  await expect.poll(next.text, SOON).toMatch(READY)
})

/** Sends SIGTERM once the server listens, and holds the stop up with a request that never ends. */
const STOP_EARLY = `
import net from 'node:net'
const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...args) {
  this.once('connection', () => process.kill(process.pid, 'SIGTERM'))
  this.once('listening', () => net.connect(this.address().port, '127.0.0.1').on('error', () => {}).write('GET / '))
  return listen.apply(this, args)
}`

it('ends with status 0 when it is stopped during the first start', async () => {
  const { env, dataDir } = folders()
  mkdirSync(dataDir, { mode: 0o700 })
  // The sample catalogue fails to start, before the stop is done.
  writeFileSync(join(dataDir, 'sample'), '')
  writeFileSync(join(dataDir, DATA_MARKER), '')
  const preload = join(temporaryFolder(), 'stop-early.mjs')
  writeFileSync(preload, STOP_EARLY)
  const { child, text } = start([], { ...env, NODE_OPTIONS: `--import=${preload}` })
  expect(await ended(child)).toBe(0)
  expect(text()).not.toContain('TypeError')
})

it('ends if npm has ended before it, such as during a build, and takes no other process for npm', async () => {
  const { env, music } = folders()
  const settings = { ...env, npm_lifecycle_event: 'start' }
  const staying = start(['--music', music], { ...settings, STARTED_BY: `${process.pid} 1` })
  await expect.poll(staying.text, SOON).toMatch(READY)
  expect(await stop(staying.child)).toBe(0)
  // As npm's script does: what it becomes has its number.
  const script = `Object.defineProperty(process, 'ppid', { value: 1 })
const { become } = await import('${new URL('../../../../scripts/runtime.mjs', import.meta.url)}')
become('${SERVE}', ['--music', '${music}'])`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', ...settings },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // By the signal alone, if the service has not begun to listen for it.
  expect([0, null]).toContain(await ended(child))
})

it('names its sources in the stack of an error that nobody expected', async () => {
  const { env, music } = folders()
  const preload = join(temporaryFolder(), 'fail.mjs')
  writeFileSync(
    preload,
    "import net from 'node:net'\nnet.Server.prototype.listen = () => { throw new RangeError('odd') }",
  )
  const { child, text } = start(['--music', music], { ...env, NODE_OPTIONS: `--import=${preload}` })
  expect(await ended(child)).toBe(1)
  expect(text()).toMatch(/RangeError: odd\n(.*\n)*? +at .*apps\/server\/src\/bin\/serve-process\.ts:\d+:\d+/)
})

it('warns at start that rate limits are off', async () => {
  const { music, env } = folders()
  const { text } = start(['--music', music], { ...env, RATE_LIMIT_SCALE: '0' })
  await expect.poll(text, SOON).toMatch(/^Rate limits are switched off/m)
})

it('keeps serving and prints why if the first import finds no music', async () => {
  const { music, env } = folders()
  const { child, text } = start(['--music', music], env)
  await expect.poll(text, SOON).toMatch(/no music/i)
  await expect.poll(text, SOON).toMatch(READY)
  expect(text()).not.toMatch(/\n\s+at /)
  expect(await stop(child)).toBe(0)
})

it.each([
  ['the sample catalogue', false],
  ['own music', true],
])('serves while another import runs, and imports %s after it', async (_, isOwn) => {
  const { music, env, dataDir } = folders()
  writeFileSync(join(music, 'quiet.wav'), makeWav(4_410))
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  const other = await takeLease(open.db)
  const { child, text } = start(isOwn ? ['--music', music] : [], env)
  await expect.poll(text, SOON).toMatch(READY)
  if (isOwn) await expect.poll(text, SOON).toMatch(/Another import is running/)
  expect(child.exitCode).toBe(null)
  await other.release()
  const albums = async () => (await open.db.selectFrom('albums').select('id').execute()).length
  await expect.poll(albums, SOON).toBeGreaterThan(0)
  expect(await stop(child)).toBe(0)
})

it('prints what it is still adding once ready, and when that has been added', async () => {
  const { music, env } = folders()
  writeFileSync(join(music, 'quiet.wav'), makeWav(4_410))
  const { child, text } = start(['--music', music], env)
  await expect.poll(text, SOON).toMatch(/^Your music has been added: 1 track in the catalogue\.$/m)
  const lines = text().split('\n')
  const at = (words: RegExp) => lines.findIndex(line => words.test(line))
  expect(at(/ready: \S+ \(still adding your music\)$/)).toBeGreaterThanOrEqual(0)
  expect(at(/ready: /)).toBeLessThan(at(/has been added/))
  expect(text()).toMatch(/HOST=0\.0\.0\.0/)
  expect(await stop(child)).toBe(0)
})

it('reads settings from a .env file; the environment takes precedence', async () => {
  const { music, env } = folders()
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, '.env'), 'HOST=192.0.2.1\nPORT=eighty\n')
  const { child, text } = start(['--music', music], env, cwd)
  expect(await ended(child)).toBe(1)
  expect(text()).toMatch(/has no address 192\.0\.2\.1/)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { METRICS_PATH } from '@refrain/contract/service-paths'
import { expect, it, onTestFinished } from 'vitest'
import { programPath } from '../../../../../scripts/build.mjs'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { makePostgres } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

/** However slow the machine is. */
const SOON = { timeout: 60_000 }
const PATIENCE = 180_000
const SERVE = programPath('serve')
const READY = /^Refrain is ready: (\S+)/gm

function start(
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; text(): string } {
  const child = spawn(process.execPath, [SERVE, ...args], {
    cwd: temporaryFolder(),
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', DATA_DIR: temporaryFolder(), PORT: '0', ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      text += chunk
    })
  }
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, text: () => text }
}

/** A request on a connection of its own. */
function ask(url: string): { state: 'open' | 'answered' | 'closed' } {
  const asked: { state: 'open' | 'answered' | 'closed' } = { state: 'open' }
  const request = get(url, { agent: false }, answer => {
    answer.resume()
    asked.state = 'answered'
  })
  request.on('error', () => {
    asked.state = 'closed'
  })
  onTestFinished(() => void request.destroy())
  return asked
}

/** The processes that a process has started and that run this program. */
function workersOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

async function startWorkers(count: number) {
  const { open, url, end } = await makePostgres()
  onTestFinished(end)
  const music = temporaryFolder()
  const { child, text } = start(['--music', music, '--workers', String(count)], { DATABASE_URL: url })
  await expect.poll(text, SOON).toMatch(READY)
  const address = [...text().matchAll(READY)][0]?.[1] as string
  const workers = () => workersOf(child.pid as number)
  await expect.poll(() => workers().length, SOON).toBe(count)
  return { child, text, address, workers, open }
}

it(
  'share the port, another takes the place of one that dies, and all end together',
  async () => {
    const { child, text, address, workers } = await startWorkers(2)
    const [first, second] = workers() as [number, number]
    // It is given a connection, and does not take it.
    process.kill(first, 'SIGSTOP')
    const answers = Array.from({ length: 6 }, () => ask(`${address}/healthz`))
    await expect.poll(() => answers.filter(each => each.state === 'answered').length, SOON).toBe(5)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => answers.map(each => each.state), SOON).not.toContain('open')
    await expect.poll(text, SOON).toContain(`Worker ${first} has ended (SIGKILL)`)
    // The other one serves meanwhile.
    expect((await fetch(`${address}/healthz`, { headers: { connection: 'close' } })).status).toBe(200)
    await expect.poll(text, SOON).toContain('has taken its place')
    process.kill(second, 'SIGKILL')
    await expect.poll(workers, SOON).not.toContain(second)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    // Once, although three workers became ready.
    expect([...text().matchAll(READY)]).toHaveLength(1)
    expect(text()).not.toContain('SIGTERM')
  },
  PATIENCE,
)

it(
  'answer together what they have measured, whichever is asked',
  async () => {
    const { open, address } = await startWorkers(2)
    const key = await createServiceKey(open.db, 'prometheus', 'metrics')
    const ask = async (path: string) =>
      (await fetch(address + path, { headers: { 'service-key': key, connection: 'close' } })).text()
    // All begin to measure.
    await ask(METRICS_PATH)
    for (let n = 0; n < 20; n++) await ask('/healthz')
    const answered = 'refrain_http_response_seconds_count{method="GET",route="/healthz",status="200"} 20'
    // The last response may not have ended yet.
    await expect.poll(() => ask(METRICS_PATH), SOON).toContain(answered)
    for (let n = 0; n < 4; n++) expect(await ask(METRICS_PATH)).toContain(answered)
  },
  PATIENCE,
)

it(
  'refuse the embedded database and a port in use, in one line',
  async () => {
    const refusal = async (env: Record<string, string>, status: number) => {
      const { child, text } = start(['--workers', '2', '--music', temporaryFolder()], env)
      expect(await once(child, 'close')).toEqual([status, null])
      return text()
        .replace(/^Running as root.*\n/, '')
        .trim()
        .split('\n')
    }
    expect(await refusal({}, 78)).toEqual([
      expect.stringMatching(/^Several workers need PostgreSQL: set DATABASE_URL/),
    ])
    const { url, end } = await makePostgres()
    onTestFinished(end)
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const account = '/nowhere/account.json'
    // The first worker has read it.
    expect((await refusal({ DATABASE_URL: url, FCM_SERVICE_ACCOUNT: account }, 78)).at(-1)).toMatch(
      /FCM_SERVICE_ACCOUNT.* cannot be read/,
    )
    const lines = await refusal({ DATABASE_URL: url, PORT: String(port) }, 1)
    expect(lines.filter(line => line.includes('in use'))).toHaveLength(1)
  },
  PATIENCE,
)

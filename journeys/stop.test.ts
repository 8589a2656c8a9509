import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { manyAlbums, writeMusic } from './support/music.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOON = { timeout: 60_000, interval: 50 }

let dataDir: string
let music: string
let chain: Process[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-stop-'))
  music = await writeMusic(manyAlbums(1))
})
// Whatever a failed test left running.
afterEach(() => {
  for (const { pid } of chain.filter(isAlive)) process.kill(pid, 'SIGKILL')
})
afterAll(() => {
  for (const folder of [dataDir, music]) rmSync(folder, { recursive: true, force: true })
})

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
  readonly isZombie: boolean
}

/** What runs on this machine, by Linux's /proc. */
function listProcesses(): Process[] {
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return ids.flatMap(id => {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8')
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
      return [{ pid: Number(id), parent, command, isZombie: /^State:\s+Z/m.test(status) }]
    } catch {
      // It has just ended.
      return []
    }
  })
}

const isAlive = ({ pid }: Process) => listProcesses().some(each => each.pid === pid && !each.isZombie)

/** `npm start` and all that it has started, once it is ready. */
async function start(): Promise<{ npm: ChildProcess; chain: Process[] }> {
  const npm = spawn('npm', ['start', '--', '--music', music], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Of its own, as from another terminal: nothing of the tests' npm.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0' },
  })
  let printed = ''
  npm.stdout.on('data', chunk => {
    printed += chunk
  })
  await vi.waitFor(() => expect(printed).toContain('is ready'), SOON)
  const all = listProcesses()
  chain = all.filter(each => each.pid === npm.pid)
  for (const one of chain) chain.push(...all.filter(each => each.parent === one.pid))
  return { npm, chain }
}

const PARTS = {
  npm: /^npm start/,
  'start.mjs': /^\S*node scripts\/start/,
  'serve.ts': /serve\.ts/,
}
const CASES = Object.entries(PARTS).flatMap(([name, command]) =>
  (['SIGTERM', 'SIGINT'] as const).map(signal => [signal, name, command] as const),
)

async function expectAllToEnd(): Promise<void> {
  await vi.waitFor(() => expect(chain.filter(isAlive)).toEqual([]), SOON)
  // The embedded database removes it when it is closed, and only then.
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'refrain.db-wal'))).toBe(false), SOON)
}

/** Whoever is killed can pass nothing on: what it has started notices. */
const KILLED = (['npm', 'start.mjs'] as const).map(name => ['SIGKILL', name, PARTS[name]] as const)

it.each([...CASES, ...KILLED])(
  '%s to %s ends everything that npm start has started, gracefully',
  async (signal, _name, command) => {
    const { chain } = await start()
    const target = chain.find(each => command.test(each.command))
    expect(chain.map(each => each.command)).toEqual(expect.arrayContaining([target?.command]))
    process.kill(target?.pid as number, signal)
    await expectAllToEnd()
  },
)

it('Ctrl-C in a terminal, which reaches every process, ends everything gracefully', async () => {
  const { chain } = await start()
  for (const { pid } of chain) process.kill(pid, 'SIGINT')
  await expectAllToEnd()
})

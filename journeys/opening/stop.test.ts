import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { manyAlbums, writeMusic } from '../support/data/music.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOON = { timeout: 60_000, interval: 50 }

let music: string
let dataDir: string
let npm: ChildProcess | undefined
let chain: Process[] = []

beforeAll(async () => {
  music = await writeMusic(manyAlbums(1))
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-stop-'))
  npm = undefined
  chain = []
})
// Clean up what a failed test left running, even if it never became ready.
afterEach(async () => {
  const left = [...chain, ...findFamily(npm?.pid)].filter(isAlive)
  for (const { pid } of left) send(pid, 'SIGKILL')
  await vi.waitFor(() => expect(left.filter(isAlive)).toEqual([]), SOON)
  rmSync(dataDir, { recursive: true, force: true })
})
afterAll(() => rmSync(music, { recursive: true, force: true }))

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
  readonly isZombie: boolean
}

/** Processes of this machine, from Linux's /proc. */
function listProcesses(): Process[] {
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return ids.flatMap(id => {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8')
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
      return [{ pid: Number(id), parent, command, isZombie: /^State:\s+Z/m.test(status) }]
    } catch {
      // The process has just ended.
      return []
    }
  })
}

const isAlive = ({ pid }: Process) => listProcesses().some(each => each.pid === pid && !each.isZombie)

/** A process and all its descendants. */
function findFamily(pid: number | undefined): Process[] {
  const all = listProcesses()
  const family = all.filter(each => each.pid === pid)
  for (const one of family) family.push(...all.filter(each => each.parent === one.pid))
  return family
}

/** Sends a signal to a process that may have just ended. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Runs `npm start` and waits until it is ready.
 * @returns its process and all descendants
 */
async function start(): Promise<Process[]> {
  npm = spawn('npm', ['start', '--', '--music', music], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A clean environment, as in another terminal, without the tests' npm variables.
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0' },
  })
  let output = ''
  npm.stdout?.on('data', chunk => {
    output += chunk
  })
  await vi.waitFor(() => expect(output).toContain('is ready'), SOON)
  chain = findFamily(npm.pid)
  return chain
}

const PARTS = {
  npm: /^npm start/,
  'the service': /serve\.js/,
}
const CASES = Object.entries(PARTS).flatMap(([name, command]) =>
  (['SIGTERM', 'SIGINT'] as const).map(signal => [signal, name, command] as const),
)

async function expectAllToEnd(): Promise<void> {
  await vi.waitFor(() => expect(chain.filter(isAlive)).toEqual([]), SOON)
  // The embedded database removes this file only when it is closed.
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'refrain.db-wal'))).toBe(false), SOON)
}

/** It cannot forward this signal; the service notices. */
const KILLED = ['SIGKILL', 'npm', PARTS.npm] as const

it('leaves no process between npm and the service, which runs its build', async () => {
  const [, ...started] = (await start()).filter(each => !/^\/bin\/sh/.test(each.command))
  expect(started[0]?.command).toMatch(/apps\/server\/dist\/serve\.js/)
  expect(started.filter(each => /scripts\//.test(each.command))).toEqual([])
  process.kill(npm?.pid as number, 'SIGTERM')
  await expectAllToEnd()
})

it.each([...CASES, KILLED])(
  'ends everything that npm start has started gracefully: %s to %s',
  async (signal, _name, command) => {
    const chain = await start()
    const target = chain.find(each => command.test(each.command))
    expect(chain.map(each => each.command)).toEqual(expect.arrayContaining([target?.command]))
    process.kill(target?.pid as number, signal)
    await expectAllToEnd()
  },
)

it('ends everything gracefully on Ctrl-C in a terminal, which signals every process', async () => {
  for (const { pid } of await start()) send(pid, 'SIGINT')
  await expectAllToEnd()
})

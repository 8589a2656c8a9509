import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let folder: string
let locks: string
let started: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-lock-'))
  locks = join(folder, 'apps/server/dist/.locks')
  mkdirSync(locks, { recursive: true })
  started = []
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a step in another process. `log` adds a line to the file that all of them have. */
function start(step: string): { child: ChildProcess; printed: () => string; ended: Promise<unknown> } {
  const script = `
    import { spawn } from 'node:child_process'
    import { appendFileSync, existsSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { shareLock, withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)}
    const log = line => appendFileSync(${JSON.stringify(join(folder, 'log'))}, line + '\\n')
    await withLock(${JSON.stringify(folder)}, async () => { ${step} })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let printed = ''
  child.stdout.on('data', part => {
    printed += part
  })
  return { child, printed: () => printed, ended: once(child, 'close') }
}

const readLog = () =>
  existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : []

/** A number that no process has. */
function endedPid(): number {
  return spawnSync(process.execPath, ['--version']).pid
}

function leave(name: string): string {
  writeFileSync(join(locks, name), '')
  return join(locks, name)
}

it('is held by one process at a time, also when many take over what was left behind', async () => {
  leave(`${endedPid()}-1-a`)
  const steps = Array.from({ length: 5 }, () => start(`log('begin'); await sleep(50); log('end')`))
  await Promise.all(steps.map(({ ended }) => ended))
  expect(readLog()).toEqual(steps.flatMap(() => ['begin', 'end']))
  expect(readdirSync(locks)).toEqual([])
})

it.runIf(process.platform === 'linux')(
  'is free if its process has another start, such as after a restart',
  async () => {
    for (const pid of [process.pid, process.ppid, 1]) leave(`${pid}-1-a`)
    expect(await withLock(folder, () => readdirSync(locks))).toHaveLength(1)
  },
)

it('is free if it was left before the last boot', async () => {
  utimesSync(leave(`${process.ppid}--a`), 1, 1)
  expect(await withLock(folder, () => readdirSync(locks))).toHaveLength(1)
})

it('ignores files of others, and is released when a step fails', async () => {
  leave('.DS_Store')
  await expect(
    withLock(folder, () => {
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  expect(await withLock(folder, () => withLock(folder, () => 'nested'))).toBe('nested')
  expect(readdirSync(locks)).toEqual(['.DS_Store'])
})

it('is released when a step exits', async () => {
  await start('process.exit(1)').ended
  expect(readdirSync(locks)).toEqual([])
})

it('stays held by a program of a step whose process was killed, and says once who that is', async () => {
  const go = join(folder, 'go')
  const program = `
    const { appendFileSync, existsSync } = require('node:fs')
    const look = setInterval(() => {
      if (!existsSync(${JSON.stringify(go)})) return
      clearInterval(look)
      appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'program has ended\\n')
    }, 10)`
  const killed = start(`
    const child = spawn(process.execPath, ['--eval', ${JSON.stringify(program)}])
    shareLock(child.pid)
    log(child.pid)
    await new Promise(() => setInterval(() => {}, 1000))`)
  await expect.poll(readLog).toHaveLength(1)
  const [pid] = readLog()
  killed.child.kill('SIGKILL')
  await killed.ended
  const next = start(`log('next')`)
  await expect.poll(next.printed).toContain('\n')
  writeFileSync(go, '')
  await next.ended
  expect(next.printed()).toBe(`Waiting for process ${pid}, which is installing or building …\n`)
  expect(readLog()).toEqual([pid, 'program has ended', 'next'])
})

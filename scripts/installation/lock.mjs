// As ../runtime.mjs: plain JavaScript that runs on the Node that started npm.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Not in node_modules, which an installation empties. */
const FOLDER = 'apps/server/dist/.locks'
const LOOK_EVERY_MS = 200
/** `<process>-<its start>-<id>`; the start is known on Linux alone. */
const NAME = /^(\d+)-(\d*)-\w+$/
/** Threads of one process wait for each other, too. */
const ID = randomBytes(6).toString('hex')

/** Folder of the lock while this process holds it. */
let held

/**
 * Runs a step that changes packages or builds, once other processes have finished theirs. Each process creates a file of its own,
 * and holds the lock if no other process that is running has one. Nobody removes the file of a running process, and one that was
 * left behind holds nobody up. For the processes of one machine, or of one container.
 */
export async function withLock(folder, step) {
  if (held) return step()
  const locks = join(folder, FOLDER)
  mkdirSync(locks, { recursive: true })
  const own = join(locks, nameFor(process.pid))
  const release = () => rmSync(own, { force: true })
  // `run` exits when a step fails.
  process.once('exit', release)
  try {
    await acquire(locks, own)
    held = locks
    return await step()
  } finally {
    held = undefined
    process.removeListener('exit', release)
    release()
  }
}

/**
 * Holds the lock that this process holds for one that it has started, too: that goes on if this one is killed.
 * @returns what to call when it has ended
 */
export function shareLock(pid) {
  if (!held) return () => {}
  const path = join(held, nameFor(pid))
  writeFileSync(path, '')
  return () => rmSync(path, { force: true })
}

async function acquire(locks, own) {
  for (let isFirst = true; ; isFirst = false) {
    let holder = findHolder(locks, own)
    if (!holder) {
      // Empty: a full disk cannot leave half of it.
      writeFileSync(own, '')
      // Of two that came at the same time, at least one sees the other here.
      holder = findHolder(locks, own)
      if (!holder) return
      rmSync(own)
    }
    if (isFirst) console.log(`Waiting for process ${holder}, which is installing or building …`)
    // Different times, so that two that gave way do not meet again.
    await sleep(LOOK_EVERY_MS * (1 + Math.random()))
  }
}

/** The number of another process that holds the lock. Removes the files of those that have ended. */
function findHolder(locks, own) {
  for (const name of readdirSync(locks)) {
    const path = join(locks, name)
    const [, pid, start] = NAME.exec(name) ?? []
    if (pid === undefined || path === own) continue
    if (isRunning(Number(pid), start, path)) return Number(pid)
    rmSync(path, { force: true })
  }
  return undefined
}

const nameFor = pid => `${pid}-${readStat(pid)?.start ?? ''}-${ID}`

/** Whether the process that created a file is running, not another one that has its number now. */
function isRunning(pid, start, path) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  const stat = readStat(pid)
  if (stat && (stat.hasEnded || start)) return !stat.hasEnded && stat.start === start
  // Without starts, only those from before the last boot are known to be left behind.
  const seconds = pid === process.pid ? process.uptime() : uptime()
  const created = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return created >= Date.now() - seconds * 1000
}

/** What Linux knows of a process: when it started, in ticks since the boot, and whether only its exit status is left. */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which is in parentheses and may contain any: the state, and 19 fields later the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { hasEnded: fields[0] === 'Z', start: fields[19] }
  } catch {
    return undefined
  }
}

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const LOWEST = 19
/** Nice value of commands that a person waits for. */
const LOWER = 10
const GROUP = '/proc/self/autogroup'

/** Linux accepts one such change per 100 ms from all unprivileged processes together. */
const RETRY_MS = 150
const MAX_TRIES = 10
const CHRT_TIMEOUT_MS = 5_000

/**
 * Gives this process and its future children the lowest priority. Where Linux groups processes by session
 * (autogroup), niceness counts only within a session, so a session leader lowers the group's priority as
 * well.
 */
export function lowerPriority(): void {
  try {
    setPriority(LOWEST)
    if (leadsSession()) lowerGroup(MAX_TRIES)
  } catch {
    // Not permitted or not supported everywhere.
  }
  if (process.platform === 'linux') scheduleWhenIdle()
}

/**
 * Lets requests of a service go first, and otherwise takes as long as without. For commands that a person waits for. Has no
 * effect between sessions where Linux groups processes by session.
 */
export function yieldToService(): void {
  try {
    // Only root may make a process less nice than it was started, and should not.
    if (getPriority() < LOWER) setPriority(LOWER)
  } catch {
    // Not permitted everywhere.
  }
}

/** Sets SCHED_IDLE for all threads of this process and its children, if util-linux is installed. */
function scheduleWhenIdle(): void {
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', `${process.pid}`], {
    stdio: 'ignore',
    timeout: CHRT_TIMEOUT_MS,
  })
}

function lowerGroup(tries: number): void {
  try {
    writeFileSync(GROUP, String(LOWEST))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tries <= 1) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    lowerGroup(tries - 1)
  }
}

/** A session that is shared, such as a terminal's, is left alone. */
function leadsSession(): boolean {
  // Fields after the name in brackets: state, parent, group, session.
  const [, , , session] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(session) === process.pid
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Not in node_modules, which an installation empties. */
const PATH = 'apps/server/dist/.lock'
const LOOK_EVERY_MS = 200

let isHeld = false

/** Runs a step that changes packages or builds, once other programs have finished theirs. */
export function withLock(folder, step) {
  if (isHeld) return step()
  const path = join(folder, PATH)
  acquire(path)
  isHeld = true
  // `run` exits when a step fails.
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return step()
  } finally {
    isHeld = false
    process.removeListener('exit', release)
    release()
  }
}

function acquire(path) {
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isRunning(readIfThere(path)))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS)
    else rmSync(path, { force: true })
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process with this number is there; '' is one that has not written its number yet. */
function isRunning(pid) {
  if (pid === '') return true
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

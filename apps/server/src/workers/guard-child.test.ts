import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SOON } from '../testing/soon.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const PROGRAM = fileURLToPath(new URL('./testing/hang-in-child.ts', import.meta.url))

it.each([
  ['SIGKILL', 'alone'],
  ['SIGKILL', 'group'],
  ['SIGTERM', 'group'],
] as const)(
  'ends a child that hangs after its parent died of %s, in a group or not (%s)',
  async (signal, group) => {
    const file = join(temporaryFolder(), 'pid')
    const parent = fork(PROGRAM, [file, group], { stdio: 'ignore', serialization: 'advanced' })
    onTestFinished(() => void parent.kill('SIGKILL'))
    await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/), SOON)
    const child = Number(readFileSync(file, 'utf8'))
    onTestFinished(() => {
      if (isRunning(child)) process.kill(child, 'SIGKILL')
    })
    expect(isRunning(child)).toBe(true)
    const ended = once(parent, 'exit')
    parent.kill(signal)
    await ended
    await vi.waitFor(() => expect(isRunning(child)).toBe(false), SOON)
  },
)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

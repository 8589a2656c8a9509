import { closeSync, openSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { expect, it, vi } from 'vitest'
import { openInotify } from './inotify.ts'

const thread = vi.hoisted(() => ({ isMain: true }))
vi.mock('node:worker_threads', async original => ({
  ...(await original<object>()),
  get isMainThread() {
    return thread.isMain
  },
}))
const { ENOENT, EBADF } = constants.errno

it('says why a folder is not watched, and does nothing once it is closed', async () => {
  const inotify = openInotify(() => {})
  const missing = `${tmpdir()}/refrain-no-such-folder`
  expect(await Promise.all([missing, tmpdir(), missing].map(path => inotify.add(path)))).toEqual([
    -ENOENT,
    1,
    -ENOENT,
  ])
  // Its handle is closed once the folder is added.
  const adding = inotify.add(tmpdir())
  inotify.close()
  expect(await adding).toBe(1)
  // It has the number of the closed handle.
  const other = openSync('/dev/null', 'r')
  expect(await inotify.add(tmpdir())).toBe(-EBADF)
  closeSync(other)
})

it('refuses to work in a thread that gets no signals', () => {
  thread.isMain = false
  try {
    expect(() => openInotify(() => {})).toThrow('worker threads get no signals')
  } finally {
    thread.isMain = true
  }
})

import { type ChildProcess, spawn } from 'node:child_process'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { importInBackground } from './music.ts'

vi.mock('node:child_process', async original => ({
  ...(await original<typeof import('node:child_process')>()),
  spawn: vi.fn(),
}))

beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => log.mockRestore()
})

describe('an import that cannot be started', () => {
  it('logs the error and ends when spawn reports one', async () => {
    const { spawn: spawnNow } =
      await vi.importActual<typeof import('node:child_process')>('node:child_process')
    vi.mocked(spawn).mockImplementationOnce((() => spawnNow('/nowhere')) as () => ChildProcess)
    const onEnd = vi.fn()
    const stop = importInBackground([], onEnd, { given: [] })
    await vi.waitFor(() => expect(onEnd.mock.calls).toEqual([[null]]), 10_000)
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('ENOENT'))
    await stop()
  })

  it('logs the error and ends when spawn throws', async () => {
    vi.mocked(spawn).mockImplementationOnce(() => {
      throw new Error('spawn ENOMEM')
    })
    const onEnd = vi.fn()
    await importInBackground([], onEnd, { given: [] })()
    expect(onEnd.mock.calls).toEqual([[null]])
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('ENOMEM'))
  })
})

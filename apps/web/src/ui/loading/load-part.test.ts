import { afterEach, expect, it, vi } from 'vitest'
import { checkConnection } from '../../api/connection.ts'
import { loadPart } from './load-part.ts'

vi.mock('./new-build.ts', () => ({ openNewBuild: async () => false }))

afterEach(() => vi.unstubAllGlobals())

it('waits while the server cannot be reached and then loads the part', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const load = vi.fn(async () => 'part')
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const settled = vi.fn()
  const part = loadPart(load).finally(settled)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await new Promise(resolve => setTimeout(resolve))
  expect(settled).not.toHaveBeenCalled()
  vi.stubGlobal('fetch', async () => Response.json({}))
  void checkConnection()
  expect(await part).toBe('part')
})

it('throws "Loading chunk failed" if the server answers, but not with the part (ERR-19)', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  const load = vi.fn(() => Promise.reject(new TypeError('gone')))
  await expect(loadPart(load)).rejects.toThrow(/^Loading chunk failed$/)
  expect(load).toHaveBeenCalledTimes(3)
})

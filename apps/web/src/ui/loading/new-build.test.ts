import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findNewBuild, openNewBuild, setReloadHandler } from './new-build.ts'

const page = (build: string) => `<!doctype html><head><meta name="build" content="${build}" /></head>`
const open = vi.fn()

beforeEach(() => {
  document.head.innerHTML = '<meta name="build" content="old">'
  setReloadHandler(open)
})

afterEach(() => {
  vi.unstubAllGlobals()
  open.mockClear()
  sessionStorage.clear()
  document.head.replaceChildren()
})

const serving = (html: string, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(html, { status })),
  )

it('opens the navigation target in a newer build, once per build (ERR-19)', async () => {
  serving(page('new'))
  expect(await openNewBuild()).toBe(true)
  expect(open).toHaveBeenCalledOnce()
  expect(await openNewBuild()).toBe(false)
  expect(open).toHaveBeenCalledOnce()
  serving(page('newer'))
  expect(await openNewBuild()).toBe(true)
})

it('does not reload if the server has the same build or none, or cannot be reached', async () => {
  serving(page('old'))
  expect(await openNewBuild()).toBe(false)
  serving('<!doctype html>')
  expect(await openNewBuild()).toBe(false)
  serving('{"error":"busy"}', 503)
  expect(await openNewBuild()).toBe(false)
  await expect(findNewBuild()).rejects.toThrow('503')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await openNewBuild()).toBe(false)
  expect(open).not.toHaveBeenCalled()
})

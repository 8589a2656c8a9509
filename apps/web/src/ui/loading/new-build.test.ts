import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openNewBuild, setReloadHandler } from './new-build.ts'

const page = (script: string) =>
  `<!doctype html><script type="module" src="/assets/frameworks.js"></script><script type="module" src="/assets/${script}"></script>`
const open = vi.fn()

beforeEach(() => {
  for (const name of ['frameworks.js', 'index-old.js']) {
    const script = document.createElement('script')
    script.setAttribute('type', 'module')
    script.setAttribute('src', `/assets/${name}`)
    document.head.append(script)
  }
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

it('opens what the listener is on the way to in a newer build, once for each (ERR-19)', async () => {
  serving(page('index-new.js'))
  expect(await openNewBuild()).toBe(true)
  expect(open).toHaveBeenCalledOnce()
  expect(await openNewBuild()).toBe(false)
  expect(open).toHaveBeenCalledOnce()
  serving(page('index-newer.js'))
  expect(await openNewBuild()).toBe(true)
})

it('stays where the server has the same build, none, or cannot be reached', async () => {
  serving(page('index-old.js'))
  expect(await openNewBuild()).toBe(false)
  serving('{"error":"busy"}', 503)
  expect(await openNewBuild()).toBe(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await openNewBuild()).toBe(false)
  expect(open).not.toHaveBeenCalled()
})

import { afterEach, expect, it, vi } from 'vitest'
import { preloadCode } from './preload-code.ts'

const links = () => Array.from(document.querySelectorAll('link'))
/** In these tests, code has the address of the document. */
const below = (path: string) => new URL(`../${path}`, location.href).href

afterEach(() => {
  document.head.innerHTML = ''
})

it('preloads code once, from beside its own, and loads the chunk after its styles', async () => {
  const load = vi.fn(async () => 'code')
  const loaded = preloadCode(load, ['assets/a.js', 'assets/a.css'])
  const again = preloadCode(load, ['assets/a.js', 'assets/a.css'])
  expect(links().map(({ rel, href }) => [rel, href])).toEqual([
    ['modulepreload', below('assets/a.js')],
    ['stylesheet', below('assets/a.css')],
  ])
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  links()[1]?.dispatchEvent(new Event('load'))
  expect([await loaded, await again]).toEqual(['code', 'code'])
})

it('takes what the document names', async () => {
  document.head.innerHTML = `<link rel="stylesheet" href="${below('assets/b.css')}">`
  await preloadCode(async () => {}, ['assets/b.css'])
  expect(links()).toHaveLength(1)
})

it('fails if a style sheet does, and tries it again the next time', async () => {
  const load = vi.fn(async () => 'code')
  const failing = preloadCode(load, ['assets/c.css'])
  links()[0]?.dispatchEvent(new Event('error'))
  await expect(failing).rejects.toThrow('assets/c.css could not be loaded')
  expect([links().length, load.mock.calls.length]).toEqual([0, 0])
  const next = preloadCode(load, ['assets/c.css'])
  links()[0]?.dispatchEvent(new Event('load'))
  expect(await next).toBe('code')
})

import { act } from '@testing-library/react'
import { createMemoryRouter, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LateFooter } from '../shell/footer/late-footer.tsx'
import { writeLocal } from '../ui/browser/local-storage.ts'
import { mountPages } from './mount-pages.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** A root with server-rendered content, and a router whose first screen loads on demand. */
function setUp(serverContent: string, { partial = false, pages = <p>Home</p> } = {}) {
  const root = document.createElement('div')
  if (partial) root.dataset.partial = ''
  root.innerHTML = serverContent
  document.body.append(root)
  const code = Promise.withResolvers<{ Component: () => null }>()
  const router = createMemoryRouter([{ path: '/', lazy: () => code.promise }])
  const shown = mountPages(root, router, pages)
  return {
    root,
    serverContent: root.firstElementChild,
    load: () => act(() => settle(code.resolve)),
    fail: () => act(() => settle(code.reject)),
  }

  async function settle(how: (value: { Component: () => null }) => void): Promise<void> {
    how({ Component: () => null })
    await shown
  }
}

it('keeps the server-rendered page until the screen is loaded, then hydrates it (HOME-01)', async () => {
  const { root, serverContent, load } = setUp('<p>Home</p>')
  expect(root.innerHTML).toBe('<p>Home</p>')
  await load()
  expect(root.firstElementChild).toBe(serverContent)
  expect(Object.keys(serverContent ?? {}).some(key => key.startsWith('__react'))).toBe(true)
})

it('renders from scratch if a part of the server-rendered page is missing', async () => {
  const { root, serverContent, load } = setUp('<p>Album</p>', { partial: true })
  expect(root.innerHTML).toBe('<p>Album</p>')
  await load()
  expect(root.innerHTML).toBe('<p>Home</p>')
  expect(root.firstElementChild).not.toBe(serverContent)
})

it('replaces a page in one step, with its footer', async () => {
  const states: string[] = []
  const { root, load } = setUp('<main>Album</main><footer></footer>', {
    partial: true,
    pages: (
      <MemoryRouter>
        <main>Album and tracks</main>
        <LateFooter />
      </MemoryRouter>
    ),
  })
  const watch = new MutationObserver(() =>
    states.push(Array.from(root.children, each => each.localName).join()),
  )
  watch.observe(root, { childList: true, subtree: true })
  await load()
  watch.disconnect()
  expect(root.textContent).toContain('Album and tracks')
  expect(new Set(states)).toEqual(new Set(['main,footer']))
})

it('keeps focus and selection in a page that it replaces', async () => {
  const links = (
    <>
      <a href="/a">Ada</a>
      <a href="/b">Bea</a>
    </>
  )
  const { root, load } = setUp(
    '<nav><a href="/b">Bea</a></nav><main><h1>First</h1><p>First</p><a href="/a">Ada</a><a href="/b">Bea</a></main>',
    {
      partial: true,
      pages: (
        <>
          <nav>
            <a href="/b">Bea</a>
          </nav>
          <main>
            <h1>First</h1>
            <p>First</p>
            {links}
            <ol>
              <li>First</li>
            </ol>
          </main>
        </>
      ),
    },
  )
  root.querySelector<HTMLElement>('main a:last-of-type')?.focus()
  const text = root.querySelector('main p')?.firstChild as Text
  getSelection()?.setBaseAndExtent(text, 1, text, 4)
  await load()
  expect(text.isConnected).toBe(false)
  expect(document.activeElement).toBe(root.querySelector('main a:last-of-type'))
  expect(getSelection()?.anchorNode).toBe(root.querySelector('main p')?.firstChild)
  expect(getSelection()?.toString()).toBe('irs')
})

it('renders from scratch if local storage holds data (LAY-07, STO-03)', async () => {
  writeLocal('isRightClosed', 'true')
  const { root, serverContent, load } = setUp('<p>Home</p>')
  await load()
  expect(root.innerHTML).toBe('<p>Home</p>')
  expect(root.firstElementChild).not.toBe(serverContent)
})

it('renders from scratch if the code of the screen fails to load, to show the error', async () => {
  const { root, serverContent, fail } = setUp('<p>Home</p>')
  await fail()
  expect(root.firstElementChild).not.toBe(serverContent)
})

it('renders immediately if the server has rendered nothing', async () => {
  const { root } = setUp('')
  await act(async () => {})
  expect(root.innerHTML).toBe('<p>Home</p>')
})

import { act } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
function setUp(serverContent: string, { partial = false } = {}) {
  const root = document.createElement('div')
  if (partial) root.dataset.partial = ''
  root.innerHTML = serverContent
  document.body.append(root)
  const code = Promise.withResolvers<{ Component: () => null }>()
  const router = createMemoryRouter([{ path: '/', lazy: () => code.promise }])
  const shown = mountPages(root, router, <p>Home</p>)
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

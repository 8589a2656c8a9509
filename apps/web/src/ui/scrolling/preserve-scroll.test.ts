import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preserveScroll } from './preserve-scroll.ts'

const HEIGHT = 50

let root: HTMLElement
/** Offset of the anchor row in the page. */
let rowTop: number
let scrolled: number

beforeEach(() => {
  vi.useFakeTimers()
  root = document.createElement('main')
  const row = document.createElement('p')
  root.append(row)
  document.body.replaceChildren(root)
  rowTop = 0
  scrolled = 0
  row.getBoundingClientRect = () => new DOMRect(0, rowTop - scrolled, 500, HEIGHT)
  Object.assign(document, { elementFromPoint: () => row })
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled)
  vi.stubGlobal('scrollBy', ({ top }: ScrollToOptions) => {
    scrolled += top ?? 0
  })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'elementFromPoint')
})

/** Inserts an element above the row. */
function insertAbove(height: number): void {
  rowTop += height
  root.prepend(document.createElement('p'))
}
/** Lets mutation observers run. */
const settle = () => Promise.resolve()

it('scrolls by the height of what a change inserts above', async () => {
  preserveScroll(root, () => insertAbove(100))
  await settle()
  expect(scrolled).toBe(100)
})

it('scrolls once if two changes render together', async () => {
  preserveScroll(root, () => {})
  preserveScroll(root, () => {})
  insertAbove(100)
  await settle()
  expect(scrolled).toBe(100)
})

it('scrolls by both changes if the second comes before the first was observed', async () => {
  preserveScroll(root, () => insertAbove(100))
  preserveScroll(root, () => insertAbove(30))
  await settle()
  expect(scrolled).toBe(130)
})

it('restores the scroll anchoring of the browser afterwards', async () => {
  const { style } = document.documentElement
  preserveScroll(root, () => {})
  preserveScroll(root, () => insertAbove(100))
  expect(style.overflowAnchor).toBe('none')
  await settle()
  expect(style.overflowAnchor).toBe('')
})

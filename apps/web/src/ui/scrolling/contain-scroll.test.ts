import { afterEach, expect, it, vi } from 'vitest'
import { containScroll } from './contain-scroll.ts'

const ended = new AbortController()
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Scrolls by wheel over an element. @returns whether the page behind the dialog scrolls */
function scrollOver(over: Element): boolean {
  return over.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 100 }))
}

function openDialog(contentHeight: number) {
  const dialog = document.createElement('dialog')
  dialog.innerHTML = '<div style="overflow-y: auto"><p>Text</p></div>'
  document.body.append(dialog)
  const list = dialog.firstElementChild as HTMLElement
  Object.defineProperties(list, { clientHeight: { value: 100 }, scrollHeight: { value: contentHeight } })
  containScroll(dialog, ended.signal)
  return { dialog, text: dialog.querySelector('p') as HTMLElement }
}

it('does not scroll the page from inside the dialog', () => {
  expect(scrollOver(openDialog(100).text)).toBe(false)
})

it('lets a zoomed page be panned', () => {
  vi.stubGlobal('visualViewport', { scale: 2 })
  expect(scrollOver(openDialog(100).text)).toBe(true)
})

it('lets a scrollable part of the dialog scroll', () => {
  expect(scrollOver(openDialog(200).text)).toBe(true)
})

it('lets the page scroll over the backdrop', () => {
  expect(scrollOver(openDialog(100).dialog)).toBe(true)
})

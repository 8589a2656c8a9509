import { afterEach, expect, it, vi } from 'vitest'
import { containScroll } from './contain-scroll.ts'

const leaving = new AbortController()
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Turns the wheel over an element. @returns whether the page behind the dialog scrolls */
function turnWheel(over: Element): boolean {
  return over.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 100 }))
}

function openDialog(contentHeight: number) {
  const dialog = document.createElement('dialog')
  dialog.innerHTML = '<div style="overflow-y: auto"><p>Text</p></div>'
  document.body.append(dialog)
  const list = dialog.firstElementChild as HTMLElement
  Object.defineProperties(list, { clientHeight: { value: 100 }, scrollHeight: { value: contentHeight } })
  containScroll(dialog, leaving.signal)
  return { dialog, text: dialog.querySelector('p') as HTMLElement }
}

it('keeps the page still while the wheel is turned over the dialog', () => {
  expect(turnWheel(openDialog(100).text)).toBe(false)
})

it('lets a page that is zoomed in be moved', () => {
  vi.stubGlobal('visualViewport', { scale: 2 })
  expect(turnWheel(openDialog(100).text)).toBe(true)
})

it('lets a part that is longer than its place scroll', () => {
  expect(turnWheel(openDialog(200).text)).toBe(true)
})

it('lets the page scroll where the wheel is turned beside the dialog', () => {
  expect(turnWheel(openDialog(100).dialog)).toBe(true)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { finishCoverTransition, startCoverTransition } from './cover-transition.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A picture with this upper left corner and width. */
function picture(left: number, top: number, width: number): HTMLElement {
  const element = document.createElement('div')
  element.getBoundingClientRect = () => new DOMRect(left, top, width, width)
  return element
}

it('starts at the position and size of the pressed picture', () => {
  startCoverTransition('al1', picture(400, 300, 100))
  const cover = picture(80, 96, 200)
  finishCoverTransition('al1', cover)
  expect(cover.style.getPropertyValue('--from')).toBe('translate(320px, 204px) scale(0.5)')
  expect(cover.className).toBe('arriving')
})

it('accounts for the new page starting at the top', () => {
  vi.stubGlobal('scrollY', 1000)
  startCoverTransition('al1', picture(400, 300, 100))
  const cover = picture(80, 96 - 1000, 200)
  finishCoverTransition('al1', cover)
  expect(cover.style.getPropertyValue('--from')).toContain('320px, 204px')
})

it('does nothing for another picture, after a while, or a second time', () => {
  const cover = picture(80, 96, 200)
  startCoverTransition('al2', picture(400, 300, 100))
  finishCoverTransition('al1', cover)
  startCoverTransition('al1', picture(400, 300, 100))
  vi.advanceTimersByTime(1001)
  finishCoverTransition('al1', cover)
  expect(cover.className).toBe('')
  startCoverTransition('al1', picture(400, 300, 100))
  finishCoverTransition('al1', picture(0, 0, 200))
  finishCoverTransition('al1', cover)
  expect(cover.className).toBe('')
})

import { expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { fadeEdges } from './fade-edges.ts'

it('marks the sides on which the content goes on', () => {
  mockBrowser()
  const element = document.createElement('div')
  vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(100)
  vi.spyOn(element, 'scrollWidth', 'get').mockReturnValue(300)
  const marks = () => ['before', 'after'].map(side => element.hasAttribute(`data-more-${side}`))
  const stop = fadeEdges(element)
  expect(marks()).toEqual([false, true])
  for (const [position, expected] of [
    [80, [true, true]],
    [200, [true, false]],
  ] as const) {
    element.scrollLeft = position
    element.dispatchEvent(new Event('scroll'))
    expect(marks()).toEqual(expected)
  }
  stop?.()
  element.scrollLeft = 0
  element.dispatchEvent(new Event('scroll'))
  expect(marks()).toEqual([true, false])
})

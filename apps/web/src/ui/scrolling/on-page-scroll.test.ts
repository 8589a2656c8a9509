import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onPageScroll } from './on-page-scroll.ts'

let leaving: AbortController
let act: ReturnType<typeof vi.fn<() => void>>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  leaving = new AbortController()
  act = vi.fn()
  onPageScroll(act, leaving.signal)
  document.body.innerHTML = ''
  document.body.append(document.createElement('input'), document.createElement('button'))
})
afterEach(() => {
  leaving.abort()
  vi.useRealTimers()
})

const scroll = () => dispatchEvent(new Event('scroll'))
const focus = (kind: string) => document.querySelector<HTMLElement>(kind)?.focus()

it('reports scrolling of the page, but not of an element', () => {
  document.body.dispatchEvent(new Event('scroll'))
  expect(act).not.toHaveBeenCalled()
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

it('ignores the scrolling that brings a focused field into view, for a second (READ-47)', () => {
  focus('input')
  scroll()
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1001)
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

it.each(['wheel', 'touchmove'])('reports scrolling by %s even then', kind => {
  focus('input')
  dispatchEvent(new Event(kind))
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

it('does not wait after the focus of a button', () => {
  focus('button')
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

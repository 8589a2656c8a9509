import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onPageScroll } from './on-page-scroll.ts'

let ended: AbortController
let onScroll: ReturnType<typeof vi.fn<() => void>>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  ended = new AbortController()
  onScroll = vi.fn()
  onPageScroll(onScroll, ended.signal)
  document.body.innerHTML = ''
  document.body.append(document.createElement('input'), document.createElement('button'))
})
afterEach(() => {
  ended.abort()
  vi.useRealTimers()
})

const scroll = () => dispatchEvent(new Event('scroll'))
const focus = (kind: string) => document.querySelector<HTMLElement>(kind)?.focus()

it('reports scrolling of the page, but not of an element', () => {
  document.body.dispatchEvent(new Event('scroll'))
  expect(onScroll).not.toHaveBeenCalled()
  scroll()
  expect(onScroll).toHaveBeenCalledOnce()
})

it('ignores the scrolling that brings a focused field into view, for a second (READ-47)', () => {
  focus('input')
  scroll()
  expect(onScroll).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1001)
  scroll()
  expect(onScroll).toHaveBeenCalledOnce()
})

it.each(['wheel', 'touchmove'])('reports scrolling by %s even then', kind => {
  focus('input')
  dispatchEvent(new Event(kind))
  scroll()
  expect(onScroll).toHaveBeenCalledOnce()
})

it('does not wait after the focus of a button', () => {
  focus('button')
  scroll()
  expect(onScroll).toHaveBeenCalledOnce()
})

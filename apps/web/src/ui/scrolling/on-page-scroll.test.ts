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

it('tells of a scroll of the page, not of one inside of something', () => {
  document.body.dispatchEvent(new Event('scroll'))
  expect(act).not.toHaveBeenCalled()
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

it('passes over a scroll that brings a field into sight, for a second (READ-47)', () => {
  focus('input')
  scroll()
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1001)
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

it.each(['wheel', 'touchmove'])('tells of one by %s also then', kind => {
  focus('input')
  dispatchEvent(new Event(kind))
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

it('takes no notice of the focus of a button', () => {
  focus('button')
  scroll()
  expect(act).toHaveBeenCalledOnce()
})

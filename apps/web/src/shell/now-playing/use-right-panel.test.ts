import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useRightPanel } from './use-right-panel.ts'

beforeEach(() => localStorage.clear())

it('is open by default (LAY-06)', () => {
  expect(renderHook(() => useRightPanel()).result.current.open).toBe(true)
})

it('stores whether it is open (LAY-07, STO)', () => {
  const { result } = renderHook(() => useRightPanel())
  act(() => result.current.toggle())
  expect(result.current.open).toBe(false)
  expect(localStorage.getItem('isRightClosed')).toBe('true')
  expect(renderHook(() => useRightPanel()).result.current.open).toBe(false)
  act(() => result.current.toggle())
  expect(localStorage.getItem('isRightClosed')).toBe('false')
  expect(renderHook(() => useRightPanel()).result.current.open).toBe(true)
})

it('treats a damaged value as open (LAY-06)', () => {
  localStorage.setItem('isRightClosed', '{]')
  expect(renderHook(() => useRightPanel()).result.current.open).toBe(true)
})

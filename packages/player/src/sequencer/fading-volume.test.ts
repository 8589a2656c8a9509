import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFadingVolume } from './fading-volume.ts'

let told: number[]
let fading: ReturnType<typeof createFadingVolume>
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  fading = createFadingVolume(volume => told.push(volume))
})
afterEach(() => {
  fading.destroy()
  vi.useRealTimers()
})

const steps = () => told.map((volume, i) => volume - (told[i - 1] ?? volume))

it('fades out evenly in inaudible steps and stays silent', () => {
  fading.set(0.8)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  expect(told.at(-1)).toBeCloseTo(0.8 / 4, 2)
  vi.advanceTimersByTime(3_030)
  expect(told.at(-1)).toBe(0)
  expect(Math.max(...steps())).toBe(0)
  expect(Math.min(...steps())).toBeGreaterThan(-0.02)
  told.length = 0
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([])
})

it('fades in quickly from the current level', () => {
  fading.set(0.8)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  const before = told.at(-1) ?? 0
  told.length = 0
  fading.fadeIn()
  vi.advanceTimersByTime(500)
  expect(told[0]).toBeGreaterThan(before)
  expect(told[0]).toBeLessThan(0.4)
  expect(told.at(-1)).toBe(0.8)
  expect(Math.min(...steps())).toBe(0)
})

it('applies a new volume during a fade-out', () => {
  fading.set(0.8)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  fading.set(0.4)
  expect(told.at(-1)).toBeCloseTo(0.1, 2)
  vi.advanceTimersByTime(3_030)
  fading.set(1)
  expect(told.at(-1)).toBe(0)
  fading.fadeIn()
  vi.advanceTimersByTime(500)
  expect(told.at(-1)).toBe(1)
})

it('continues from the current level with a shorter fade-out', () => {
  fading.set(1)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  told.length = 0
  fading.fadeOut(1)
  vi.advanceTimersByTime(1_030)
  expect(told[0]).toBeLessThanOrEqual(0.25)
  expect(told.at(-1)).toBe(0)
})

it('does nothing after it was destroyed', () => {
  fading.fadeOut(6)
  fading.destroy()
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([])
})

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

it('dies away evenly, in steps that nobody hears, and stays silent', () => {
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

it('is soon as loud as before once it is taken back, from where it was', () => {
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

it('takes a volume that is chosen meanwhile, and goes on from there', () => {
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

it('goes on from where it is where it is to be silent sooner', () => {
  fading.set(1)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  told.length = 0
  fading.fadeOut(1)
  vi.advanceTimersByTime(1_030)
  expect(told[0]).toBeLessThanOrEqual(0.25)
  expect(told.at(-1)).toBe(0)
})

it('tells nothing more once it is destroyed', () => {
  fading.fadeOut(6)
  fading.destroy()
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([])
})

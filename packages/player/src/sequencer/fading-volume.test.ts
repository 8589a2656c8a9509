import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFadingVolume } from './fading-volume.ts'

let volumes: number[]
let fading: ReturnType<typeof createFadingVolume>
beforeEach(() => {
  vi.useFakeTimers()
  volumes = []
  fading = createFadingVolume(volume => volumes.push(volume))
})
afterEach(() => {
  fading.destroy()
  vi.useRealTimers()
})

const steps = () => volumes.map((volume, i) => volume - (volumes[i - 1] ?? volume))

it('fades out evenly in inaudible steps and stays silent', () => {
  fading.set(0.8)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  expect(volumes.at(-1)).toBeCloseTo(0.8 / 4, 2)
  vi.advanceTimersByTime(3_030)
  expect(volumes.at(-1)).toBe(0)
  expect(Math.max(...steps())).toBe(0)
  expect(Math.min(...steps())).toBeGreaterThan(-0.02)
  volumes.length = 0
  vi.advanceTimersByTime(10_000)
  expect(volumes).toEqual([])
})

it('fades in quickly from the current level', () => {
  fading.set(0.8)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  const before = volumes.at(-1) ?? 0
  volumes.length = 0
  fading.fadeIn()
  vi.advanceTimersByTime(500)
  expect(volumes[0]).toBeGreaterThan(before)
  expect(volumes[0]).toBeLessThan(0.4)
  expect(volumes.at(-1)).toBe(0.8)
  expect(Math.min(...steps())).toBe(0)
})

it('applies a new volume during a fade-out', () => {
  fading.set(0.8)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  fading.set(0.4)
  expect(volumes.at(-1)).toBeCloseTo(0.1, 2)
  vi.advanceTimersByTime(3_030)
  fading.set(1)
  expect(volumes.at(-1)).toBe(0)
  fading.fadeIn()
  vi.advanceTimersByTime(500)
  expect(volumes.at(-1)).toBe(1)
})

it('continues from the current level with a shorter fade-out', () => {
  fading.set(1)
  fading.fadeOut(6)
  vi.advanceTimersByTime(3_000)
  volumes.length = 0
  fading.fadeOut(1)
  vi.advanceTimersByTime(1_030)
  expect(volumes[0]).toBeLessThanOrEqual(0.25)
  expect(volumes.at(-1)).toBe(0)
})

it('does nothing after it was destroyed', () => {
  fading.fadeOut(6)
  fading.destroy()
  vi.advanceTimersByTime(10_000)
  expect(volumes).toEqual([])
})

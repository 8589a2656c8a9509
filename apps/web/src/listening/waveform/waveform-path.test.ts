import { expect, it } from 'vitest'
import { heights, waveformPath } from './waveform-path.ts'

const ratios = [1, 1.25, 1.5, 2, 3]
const canvas = { width: 300, height: 24, inset: 0, ratio: 1 }
const noise = Array.from({ length: 400 }, (_, index) => (index * 97) % 256)
const bars = (path: string) =>
  Array.from(path.matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g), bar => bar.slice(1).map(Number))

it('resamples the levels to the number of bars and scales the tallest to full height', () => {
  expect(heights([0, 0, 40, 60, 200, 200], 3)).toEqual([0, 0.125, 1])
  expect(heights([5, 20], 4)).toEqual([0.125, 0.125, 1, 1])
  expect(heights([0, 0, 0], 2)).toEqual([0, 0])
  expect(heights([], 5)).toEqual([])
})

it('stays within its area at every width', () => {
  for (const width of [1, 3, 40, 111.5, 300, 628.25])
    for (const [x = 0, top = 0, length = 0] of bars(waveformPath(noise, { ...canvas, width }).path)) {
      expect(x).toBeGreaterThanOrEqual(1)
      expect(x + 1).toBeLessThanOrEqual(Math.max(width, 2))
      expect(top - 1).toBeGreaterThanOrEqual(0)
      expect(top + length + 1).toBeLessThanOrEqual(24)
    }
})

it('aligns the sides of each bar to device pixels at every pixel ratio', () => {
  for (const ratio of ratios) {
    const inset = 0.4 / ratio
    const { path, thickness } = waveformPath(noise, { ...canvas, inset, ratio })
    expect(bars(path).length).toBeGreaterThan(80)
    for (const [x = 0] of bars(path)) {
      const side = (x - thickness / 2 - inset) * ratio
      expect(Math.abs(side - Math.round(side)), `${x} at ${ratio}`).toBeLessThan(0.05)
    }
  }
})

it('draws silence as a dot', () => {
  expect(bars(waveformPath([0, 255], { ...canvas, width: 5 }).path)).toEqual([
    [1, 12, 0],
    [4, 1, 22],
  ])
})

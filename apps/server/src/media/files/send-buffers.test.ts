import { expect, it } from 'vitest'
import { dropBuffer, giveBackBuffer, LARGE, SMALL, takeBuffer } from './send-buffers.ts'

const WANTED = 10_000_000
const take = (count: number) => Array.from({ length: count }, () => takeBuffer(WANTED))

it('gives large buffers to a bounded number of responses, and small ones to the others', () => {
  const buffers = take(1_000)
  const large = buffers.filter(({ length }) => length === LARGE)
  expect(large).toHaveLength(64)
  expect(buffers.filter(({ length }) => length === SMALL)).toHaveLength(936)
  // Some were dropped because their clients left.
  for (const [n, buffer] of buffers.entries()) (n % 2 ? giveBackBuffer : dropBuffer)(buffer)
  const again = take(65)
  expect(again.map(({ length }) => length)).toEqual([...Array(64).fill(LARGE), SMALL])
  expect(new Set(again)).toHaveProperty('size', 65)
  const dropped = new Set(large.filter((_, n) => n % 2 === 0))
  expect(again.some(buffer => dropped.has(buffer))).toBe(false)
  for (const buffer of again) giveBackBuffer(buffer)
})

it('gives a small buffer where no more is wanted', () => {
  const buffer = takeBuffer(SMALL)
  expect(buffer).toHaveLength(SMALL)
  giveBackBuffer(buffer)
})

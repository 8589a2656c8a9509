import { expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

it('does one after the other, leaves out what comes when too many wait, and goes on after a failure', async () => {
  const gate = Promise.withResolvers<void>()
  const done: number[] = []
  const start = (n: number) =>
    inTurn(async () => {
      await gate.promise
      done.push(n)
      if (n === 1) throw new Error('broken')
      return n
    })
  const first = start(0)
  // It has begun.
  await Promise.resolve()
  const [second, third, fourth] = [start(1), start(2), start(3)]
  expect(await start(4)).toBeUndefined()
  gate.resolve()
  await expect(second).rejects.toThrow('broken')
  expect(await Promise.all([first, third, fourth])).toEqual([0, 2, 3])
  expect(done).toEqual([0, 1, 2, 3])
})

import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { renderAlone } from './render-alone.ts'

onBothDatabases('rendering the sample catalogue', openDatabase => {
  it('is done by one process at a time; the next goes on when it ends', async () => {
    const { db } = await openDatabase()
    const { signal } = new AbortController()
    const order: string[] = []
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const first = renderAlone(db, signal, async () => {
      order.push('first begins')
      begun.resolve()
      await gate.promise
      order.push('first ends')
    })
    await begun.promise
    const second = renderAlone(db, signal, async () => void order.push('second begins'), 10)
    // Time for an attempt or two.
    await wait(50)
    gate.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['first begins', 'first ends', 'second begins'])
  })
})

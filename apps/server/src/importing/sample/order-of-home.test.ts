import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { orderOfHome } from './order-of-home.ts'

onBothDatabases('the order in which the sample catalogue is rendered', openDatabase => {
  it('begins with the albums and artists of Home', async () => {
    const { db } = await openDatabase()
    const { artist, album, track } = seed(db)
    const [ada, bob] = [await artist('Ada'), await artist('Bob', { followers: 5 })]
    const quiet = await album('Quiet', ada, { play_count: 0 })
    const loud = await album('Loud', bob, { play_count: 9 })
    const add = async (title: string, of: string, by: string, number: number, plays = 0) => {
      const id = await track(title, of, [by], { number, play_count: plays })
      const row = { root: '/sample', size: 1, mtime_ms: 1, beside: '', audio_id: id, problem: '', missing: 0 }
      await db
        .insertInto('files')
        .values({ ...row, path: `/sample/${title}`, track_id: id })
        .execute()
    }
    await add('quiet 1', quiet, ada, 1)
    await add('quiet 2', quiet, ada, 2)
    await add('loud 2', loud, bob, 2)
    await add('loud 1', loud, bob, 1)
    await add('loud 3', loud, bob, 3, 7)
    expect(await orderOfHome(db, '/sample')).toEqual(
      ['loud 1', 'quiet 1', 'loud 3', 'loud 2', 'quiet 2'].map(title => `/sample/${title}`),
    )
    expect(await orderOfHome(db, '/elsewhere')).toEqual([])
  })
})

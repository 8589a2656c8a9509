import { expect, it } from 'vitest'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readWatchedFolders, replaceWatchedFolders } from './watched-folder-store.ts'

onBothDatabases('how folders are followed', openDatabase => {
  it('is what was stored last', async () => {
    const { db } = await openDatabase()
    const nas = { path: '/nas', isWatched: false, reason: 'remote' } as const
    const music = { path: '/music', isWatched: true, reason: '' } as const
    await write(db, tx => replaceWatchedFolders(tx, { folders: [music], nextWalkAt: null }))
    await write(db, tx => replaceWatchedFolders(tx, { folders: [nas, music], nextWalkAt: 1_795_876_490_531 }))
    expect(await readWatchedFolders(db)).toEqual([
      { path: '/music', watched: 1, reason: '', next_walk_at: 1_795_876_490_531 },
      { path: '/nas', watched: 0, reason: 'remote', next_walk_at: 1_795_876_490_531 },
    ])
  })
})

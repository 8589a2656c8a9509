import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import {
  readAlbumCountVersion,
  readArtistCountVersion,
  readTrackCountVersion,
} from './count-version-store.ts'

onBothDatabases('the versions of counts', openDatabase => {
  it('change with plays and follows, and with nothing else', async () => {
    const { db } = await openDatabase()
    const put = seed(db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    await put.track('One', album, [artist])
    const read = () =>
      Promise.all([readTrackCountVersion(db), readAlbumCountVersion(db), readArtistCountVersion(db)])
    const changedBy = async (work: () => Promise<unknown>) => {
      const before = await read()
      await work()
      const after = await read()
      return after.map((version, n) => version !== before[n])
    }
    expect(await changedBy(() => db.updateTable('tracks').set({ title: 'Two' }).execute())).toEqual([
      false,
      false,
      false,
    ])
    const play = (table: 'tracks' | 'albums') => () => db.updateTable(table).set({ play_count: 3 }).execute()
    await play('tracks')()
    expect(await changedBy(play('tracks'))).toEqual([true, false, false])
    // An album that is played more may become the artist's picture.
    expect(await changedBy(play('albums'))).toEqual([false, true, true])
    expect(await changedBy(() => db.updateTable('artists').set({ followers: 1 }).execute())).toEqual([
      false,
      false,
      true,
    ])
  })
})

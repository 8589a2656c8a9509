import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { seed } from '../../../testing/seed.ts'
import { repairedTexts } from '../members/044-repaired-texts.ts'

const MANY = 1_005

const TIMES = { created_at: 1, changed_at: 1 }

const userRow = (id: string) => ({
  ...{ id, name: id, email: id, folded_email: id, password_hash: null },
  ...{ profile_path: '', google_sub: null, created_at: 1 },
})
const bookmarkRow = (user_id: string, track_id: string, comment: string) => ({
  ...{ user_id, track_id, comment, position_ms: 1 },
  ...TIMES,
})
const queueRow = (user_id: string, changed_by: string) => ({
  ...{ user_id, changed_by, track_ids: '[]', current_index: null, position_ms: 0 },
  ...{ changed_at: 1, version: 1 },
})

onBothDatabases('the migration that repairs texts', openDatabase => {
  it('drops control characters from comments and names of clients, and changes nothing else', async () => {
    const { db, dialect } = await openDatabase()
    // PostgreSQL never took U+0000.
    const control = dialect === 'sqlite' ? '\0\u0001' : '\u0001'
    const put = seed(db)
    const artist = await put.artist('Ada')
    const album = await put.album('Weather', artist)
    const trackId = await put.track('Rain', album, [artist])
    const users = Array.from({ length: MANY }, (_, n) => `user${String(n).padStart(4, '0')}`)
    await db
      .insertInto('users')
      .values(users.map(id => userRow(id)))
      .execute()
    const texts = users.map((_, n) => (n % 10 === 0 ? `a${control}\nb` : 'as it was\n\tand is'))
    await db
      .insertInto('bookmarks')
      .values(users.map((user_id, n) => bookmarkRow(user_id, trackId, texts[n] as string)))
      .execute()
    await db
      .insertInto('play_queues')
      .values(queueRow(users[0] as string, `App${control}`))
      .execute()
    await db.transaction().execute(async tx => repairedTexts.fill?.(tx))
    const read = await db.selectFrom('bookmarks').select('comment').orderBy('user_id').execute()
    expect(read.map(row => row.comment)).toEqual(texts.map(text => text.replace(control, '')))
    expect(await db.selectFrom('play_queues').select('changed_by').execute()).toEqual([{ changed_by: 'App' }])
  })
})

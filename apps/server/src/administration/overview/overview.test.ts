import { fetchOverview } from '@refrain/contract/administration/overview'
import { expect, it } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'

onBothDatabases('the overview of administrators', openDatabase => {
  it('counts records, people and bytes (fetchOverview)', async () => {
    const open = await openDatabase()
    const { db } = open
    const app = await startApp(open)
    const key = { 'service-key': await createServiceKey(db, 'of a test', 'administer') }
    const put = seed(db)
    const artist = await put.artist('Nina')
    const album = await put.album('First', artist)
    await put.track('One', album, [artist])
    await put.track('Two', album, [artist], { available: 0 })
    await signUp(app)
    await signUp(app, GRACE)
    await db.updateTable('users').set({ disabled_at: 1 }).where('name', '=', GRACE.name).execute()
    const two = Date.now() - 2 * 86_400_000
    await db.updateTable('sessions').set({ last_used_at: two }).execute()
    const overview = await answerOf(app, fetchOverview, {}, key)
    expect(overview).toMatchObject({
      catalogue: { artists: 1, albums: 1, tracks: 2, missingTracks: 1 },
      people: { accounts: 2, administrators: 0, disabled: 1, active: 0 },
      uploads: 0,
    })
    expect(overview.versions.database).toMatch(/^(SQLite 3|PostgreSQL \d+)\./)
    expect(overview.database.size).toBeGreaterThan(10_000)
    expect(overview.disk.size).toBeGreaterThanOrEqual(overview.disk.free)
    await db.updateTable('sessions').set({ last_used_at: Date.now() }).execute()
    expect((await answerOf(app, fetchOverview, {}, key)).people.active).toBe(2)
  })
})

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { startNotifications } from './start-notifications.ts'

onBothDatabases('the service at start', open => {
  it('deletes old email files, even if a server sends emails by now', async () => {
    const { db } = await open()
    const dataDir = temporaryFolder()
    const [old, late] = [join(dataDir, 'outbox/old.eml'), join(dataDir, 'outbox/late.eml')]
    mkdirSync(join(dataDir, 'outbox'))
    for (const path of [old, late]) writeFileSync(path, '')
    const eightDaysAgo = Date.now() / 1000 - 8 * 86_400
    utimesSync(old, eightDaysAgo, eightDaysAgo)
    const server = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'music@example.org' }
    const settings = { ...readSettings({ ...server, PUBLIC_URL: 'https://music.example.org' }), dataDir }
    const push = { send: async () => 'later' as const }
    const stop = startNotifications({ db, settings, push, listening: 'http://127.0.0.1' })
    try {
      await expect.poll(() => existsSync(old)).toBe(false)
    } finally {
      await stop()
    }
    expect(existsSync(late)).toBe(true)
  })
})

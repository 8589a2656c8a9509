import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { signUp } from '../testing/sign-up.ts'
import { startApp } from '../testing/start-app.ts'
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

  it('sends emails whose links have the path of PUBLIC_URL', async () => {
    const opened = await open()
    const dataDir = temporaryFolder()
    const settings = { ...readSettings({ PUBLIC_URL: 'https://nas.example.org/music/' }), dataDir }
    await signUp(await startApp(opened, { settings }))
    const push = { send: async () => 'later' as const }
    const stop = startNotifications({ db: opened.db, settings, push, listening: 'http://127.0.0.1' })
    const emails = () => (existsSync(join(dataDir, 'outbox')) ? readdirSync(join(dataDir, 'outbox')) : [])
    try {
      await expect.poll(() => emails().filter(name => name.endsWith('.eml')).length).toBeGreaterThan(0)
    } finally {
      await stop()
    }
    const text = readFileSync(join(dataDir, 'outbox', String(emails()[0])), 'utf8').replaceAll(/=\r?\n/g, '')
    const links = Array.from(text.matchAll(/https?:\/\/nas[^\s"<>)]*/g), ([link]) => link)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter(link => !link.startsWith('https://nas.example.org/music/'))).toEqual([])
  })
})

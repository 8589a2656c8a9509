import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { SignedLinks } from '../email/signed-links.ts'
import { openVapidKeys } from '../push/vapid-keys.ts'
import { adoptSecretFiles } from './adopt-secret-files.ts'

onBothDatabases('secrets', openDatabase => {
  it('are created once, even by several processes at the same time', async () => {
    const { db } = await openDatabase()
    const read = () => openVapidKeys(db)()
    const all = await Promise.all([read(), read(), read(), read()])
    expect(new Set(all.map(keys => keys.privateKey)).size).toBe(1)
    expect(await read()).toEqual(all[0])
  })

  it('are the same for every process: each accepts the links that another signed', async () => {
    const { db } = await openDatabase()
    const [one, other] = [new SignedLinks(db), new SignedLinks(db)]
    const link = new URL(await one.emailSettingsUrl('ada', 'https://music.example.org'))
    const { month = '', key = '' } = Object.fromEntries(link.searchParams)
    expect(await other.isValidSettingsKey('ada', month, key)).toBe(true)
    expect(await other.isValidSettingsKey('grace', month, key)).toBe(false)
    expect(await one.hashMailbox('ada@example.org')).toBe(await other.hashMailbox('ada@example.org'))
  })

  it('of an earlier version are taken from its files, unless the database has its own', async () => {
    const { db } = await openDatabase()
    const dataDir = temporaryFolder()
    const keys = { publicKey: 'public', privateKey: 'private' }
    writeFileSync(join(dataDir, 'push-keys.json'), JSON.stringify(keys))
    await adoptSecretFiles(db, dataDir)
    expect(await openVapidKeys(db)()).toEqual(keys)
    const before = await new SignedLinks(db).hashMailbox('ada@example.org')
    writeFileSync(join(dataDir, 'mail-key'), 'another')
    await adoptSecretFiles(db, dataDir)
    expect(await new SignedLinks(db).hashMailbox('ada@example.org')).toBe(before)
  })
})

import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchAudit } from '@refrain/contract/administration/audit'
import { expect, it } from 'vitest'
import { setAdministrator } from '../../account/administrator-store.ts'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { connectApp } from '../testing/connect-app.ts'
import { startSubsonic } from '../testing/start-subsonic.ts'

const ENDED = Date.UTC(2026, 0, 2, 3, 4, 5, 6)

onBothDatabases('the import by app', open => {
  it('says when it last ended (SUB-56)', async () => {
    const { open: opened, read } = await startSubsonic(open)
    expect((await read('getScanStatus')).scanStatus).not.toHaveProperty('lastScan')
    const row = { id: 1, run: 'x', sample: 0, done: 3, total: 3, folders: '[]', problem: '', removals: 0 }
    await opened.db
      .insertInto('import_status')
      .values({ ...row, ended_at: ENDED })
      .execute()
    expect((await read('getScanStatus')).scanStatus).toMatchObject({ lastScan: '2026-01-02T03:04:05.006Z' })
  })

  it('is started by administrators, with apps that may edit (SUB-57)', async () => {
    const music = temporaryFolder()
    const started: (readonly string[])[] = []
    const service = await startSubsonic(
      open,
      { music: [music] },
      {
        async startImport(prepare) {
          started.push((await prepare()).folders)
          return true
        },
      },
    )
    const { open: opened, app, ada, read, send } = service
    expect((await send('startScan')).body).toContain('"code":50')
    const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
    await write(opened.db, tx => setAdministrator(tx, userId, true))
    const listening = await connectApp(app, ada, { scope: 'listen' })
    expect((await listening.send('startScan')).body).toContain('"code":50')
    expect(started).toEqual([])
    expect((await read('startScan')).scanStatus).toMatchObject({ count: 3 })
    // Asked in both formats.
    expect(started).toEqual([[music], [music]])
    const { entries } = await answerOf(app, fetchAudit, {}, ada)
    expect(entries[0]).toMatchObject({ action: 'scanned' })
  })
})

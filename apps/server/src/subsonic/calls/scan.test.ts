import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchAudit } from '@refrain/contract/administration/audit'
import { IMPORTS_PAUSED, NO_FOLDERS } from '@refrain/contract/administration/collection'
import { expect, it } from 'vitest'
import { setAdministrator } from '../../account/administrator-store.ts'
import type { StartImport } from '../../administration/collection/collection-parts.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { StartedImport } from '../../importing/status/import-status-routes.ts'
import { updateJob } from '../../jobs/job-store.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { connectApp } from '../testing/connect-app.ts'
import { startSubsonic } from '../testing/start-subsonic.ts'

onBothDatabases('the import by app', open => {
  it('is at work while it has the lease, and says nothing else, as strict readers refuse more (SUB-56)', async () => {
    const { open: opened, read } = await startSubsonic(open)
    const status = { id: 1, run: 'x', sample: 0, done: 0, total: 3, folders: '[]', problem: '', removals: 0 }
    await opened.db
      .insertInto('import_status')
      .values({ ...status, ended_at: null })
      .execute()
    await putLease(opened.db)
    expect((await read('getScanStatus')).scanStatus).toEqual({ scanning: true, count: 3 })
  })

  it('is at work before it has the lease (SUB-56)', async () => {
    let started: StartedImport | undefined
    const { read } = await startSubsonic(open, {}, { startedImport: () => started })
    expect((await read('getScanStatus')).scanStatus).toMatchObject({ scanning: false })
    started = { sample: false, total: 0 }
    expect((await read('getScanStatus')).scanStatus).toMatchObject({ scanning: true })
  })

  /** Ada administrates a service whose imports are noted. */
  async function startAsAdministrator(given: { music?: string[]; startedImport?: () => StartedImport } = {}) {
    const { music = [temporaryFolder()], startedImport } = given
    const started: (readonly string[])[] = []
    const startImport: StartImport = async prepare => {
      started.push((await prepare()).folders)
      return true
    }
    const service = await startSubsonic(
      open,
      { music },
      { startImport, ...(startedImport && { startedImport }) },
    )
    const { app, ada } = service
    const administrate = async () => {
      const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
      await write(service.open.db, tx => setAdministrator(tx, userId, true))
    }
    const refusal = async () => (await service.act('startScan')).error
    return { ...service, music, started, administrate, refusal }
  }

  it('is started by administrators, with apps that may edit (SUB-57)', async () => {
    const { app, ada, read, send, music, started, administrate } = await startAsAdministrator()
    expect((await send('startScan')).body).toContain('"code":50')
    await administrate()
    const listening = await connectApp(app, ada, { scope: 'listen' })
    expect((await listening.send('startScan')).body).toContain('"code":50')
    expect(started).toEqual([])
    expect((await read('startScan')).scanStatus).toMatchObject({ count: 3 })
    // Asked in both formats.
    expect(started).toEqual([music, music])
    const { entries } = await answerOf(app, fetchAudit, {}, ada)
    expect(entries[0]).toMatchObject({ action: 'scanned' })
  })

  it('is not started twice, and not held up by the sample catalogue (SUB-57)', async () => {
    let sample = false
    const startedImport = () => ({ sample, total: 3 })
    const { act, started, administrate, music } = await startAsAdministrator({ startedImport })
    await administrate()
    expect((await act('startScan')).scanStatus).toMatchObject({ scanning: true })
    expect(started).toEqual([])
    sample = true
    expect((await act('startScan')).scanStatus).toMatchObject({ scanning: true })
    expect(started).toEqual([music])
  })

  it('says why it is not started (SUB-57)', async () => {
    const { open: opened, started, administrate, refusal } = await startAsAdministrator()
    await administrate()
    await write(opened.db, tx => updateJob(tx, 'imports', { paused: 1 }))
    expect(await refusal()).toMatchObject({ code: 0, message: IMPORTS_PAUSED })
    const other = await startAsAdministrator({ music: [] })
    await other.administrate()
    expect(await other.refusal()).toMatchObject({ code: 0, message: NO_FOLDERS })
    expect([...started, ...other.started]).toEqual([])
  })
})

const putLease = (db: Database) =>
  db
    .insertInto('leases')
    .values({ name: 'import', holder: 'another', expires_at: Date.now() + 600_000 })
    .execute()

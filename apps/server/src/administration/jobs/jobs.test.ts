import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  BACKUP_RUNS,
  fetchJobs,
  JOB_PAUSED,
  type Job,
  type JobName,
  pauseJob,
  startBackup,
  startJob,
} from '@refrain/contract/administration/jobs'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { analyseInBackground } from '../../importing/analysis/analyse-in-background.ts'
import { takeLease, tryLease } from '../../importing/lease.ts'
import { startImportStatus } from '../../importing/status/import-status-store.ts'
import { CleanUps } from '../../jobs/clean-ups.ts'
import { recordJob, runUnlessPaused } from '../../jobs/run-job.ts'
import { BACKUP_LEASE } from '../../media/storage/running-backup-store.ts'
import { enqueue } from '../../notifications/outbox/delivery-store.ts'
import { OperatorError } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const DAY_MS = 86_400_000
/** How long a test waits for work in the background. */
const SOON = { timeout: 20_000 }

const jobOf = ({ jobs }: { readonly jobs: readonly Job[] }, name: JobName) =>
  jobs.find(job => job.name === name) as Job

const IDLE = { state: 'idle', canStart: true, waiting: null, endedAt: null, hasFailed: false, problem: '' }

onBothDatabases('background work as administrators see it', openDatabase => {
  async function start(backupEvery = 3_600_000) {
    const open = await openDatabase()
    let backups = 0
    const backup = Promise.withResolvers<void>()
    const app = await startApp(open, {
      settings: { backupEvery, backupTarget: '/backups' },
      startBackup: () => {
        backups++
        return backup.promise
      },
    })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const jobs = async () => {
      const list = (await answerOf(app, fetchJobs, {}, key)).jobs
      return Object.fromEntries(list.map(job => [job.name, job]))
    }
    return { open, db: open.db, app, key, jobs, backups: () => backups, endBackup: backup.resolve }
  }

  it('is listed with its state and last result (fetchJobs)', async () => {
    const { db, jobs } = await start()
    expect(await jobs()).toEqual({
      imports: { name: 'imports', ...IDLE, canStart: false },
      analysis: { name: 'analysis', ...IDLE },
      notifications: { name: 'notifications', ...IDLE, waiting: 0 },
      cleanUps: { name: 'cleanUps', ...IDLE },
      backups: { name: 'backups', ...IDLE },
    })
    await recordJob(db, 'analysis', async () => {})
    const failing = recordJob(db, 'backups', async () => {
      throw new OperatorError('The target is full.')
    })
    await expect(failing).rejects.toThrow('full')
    const delivery = { channel: 'push', kind: 'message', recipient: 'phone', body: {} } as const
    await write(db, tx => enqueue(tx, { ...delivery, needsPermission: false, dedupeKey: 'one' }))
    expect(await jobs()).toMatchObject({
      analysis: { state: 'idle', endedAt: expect.any(String), hasFailed: false },
      notifications: { state: 'running', waiting: 1 },
      backups: { endedAt: expect.any(String), hasFailed: true, problem: 'The target is full.' },
    })
    await recordJob(db, 'backups', async () => {})
    expect(await jobs()).toMatchObject({ backups: { hasFailed: false, problem: '' } })
  })

  it('says when backups are not scheduled', async () => {
    const { jobs } = await start(0)
    expect((await jobs()).backups?.state).toBe('off')
  })

  it('stops when it is paused, and goes on afterwards (pauseJob)', async () => {
    const { db, app, key, jobs } = await start()
    const begun = Promise.withResolvers<void>()
    const work = (signal: AbortSignal) => {
      begun.resolve()
      return new Promise<string>(resolve => signal.addEventListener('abort', () => resolve('stopped')))
    }
    const options = { signal: new AbortController().signal, lookEveryMs: 5 }
    const running = runUnlessPaused(db, 'analysis', options, work)
    await begun.promise
    const paused = await answerOf(app, pauseJob, { name: 'analysis', isPaused: true }, key)
    expect(jobOf(paused, 'analysis').state).toBe('paused')
    expect(await running).toBeUndefined()
    expect(await runUnlessPaused(db, 'analysis', options, async () => 'ran')).toBeUndefined()
    await answerOf(app, pauseJob, { name: 'analysis', isPaused: false }, key)
    expect(await runUnlessPaused(db, 'analysis', options, async () => 'ran')).toBe('ran')
    expect((await jobs()).analysis?.state).toBe('idle')
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['resumedJob', 'analysis'],
      ['pausedJob', 'analysis'],
    ])
  })

  it('leaves the import of the sample catalogue out, which no pause stops', async () => {
    const { db, jobs } = await start()
    const lease = await takeLease(db)
    const state = async (sample: boolean) => {
      await write(db, tx => startImportStatus(tx, { run: 'a', sample, folders: '[]' }))
      return (await jobs()).imports?.state
    }
    expect([await state(true), await state(false)]).toEqual(['idle', 'running'])
    await lease.release()
  })

  it('starts a backup unless one runs, however fast it is asked for twice (startBackup)', async () => {
    const { db, app, key, jobs, backups, endBackup } = await start()
    const answers = await Promise.all([call(app, startBackup, {}, key), call(app, startBackup, {}, key)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await jobs()).backups?.state).toBe('starting')
    const third = await call(app, startBackup, {}, key)
    expect([third.statusCode, third.json().error, backups()]).toEqual([409, BACKUP_RUNS, 1])
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(({ action }) => action)).toEqual(['startedBackup'])
    endBackup()
    const lease = await tryLease(db, BACKUP_LEASE, '')
    if (typeof lease === 'string') throw new Error('The lease is taken.')
    expect((await jobs()).backups?.state).toBe('running')
    const refused = await call(app, startBackup, {}, key)
    expect([refused.statusCode, refused.json().error, backups()]).toEqual([409, BACKUP_RUNS, 1])
    await lease.release()
    await answerOf(app, startBackup, {}, key)
    expect(backups()).toBe(2)
  })

  it('looks for tracks to analyse when it is asked to, unless it is paused (startJob)', async () => {
    const { db, app, key, jobs } = await start()
    const stop = analyseInBackground(db, temporaryFolder(), {}, 5)
    onTestFinished(stop)
    await vi.waitFor(async () => expect((await jobs()).analysis?.endedAt).not.toBeNull(), SOON)
    const ended = (await jobs()).analysis!.endedAt!
    await answerOf(app, startJob, { name: 'analysis' }, key)
    const isLater = async () => expect(((await jobs()).analysis?.endedAt ?? '') > ended).toBe(true)
    await vi.waitFor(isLater, SOON)
    await answerOf(app, pauseJob, { name: 'analysis', isPaused: true }, key)
    const refused = await call(app, startJob, { name: 'analysis' }, key)
    expect([refused.statusCode, refused.json().error]).toEqual([409, JOB_PAUSED])
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['pausedJob', 'analysis'],
      ['startedJob', 'analysis'],
    ])
  })

  it('says that the analysis was asked for until it begins', async () => {
    const { app, key, jobs } = await start()
    await answerOf(app, startJob, { name: 'analysis' }, key)
    expect((await jobs()).analysis?.state).toBe('starting')
  })

  it('makes messages due that have failed, but none that was never tried', async () => {
    const { db, app, key } = await start()
    const later = Date.now() + 3_600_000
    const delivery = { channel: 'push', kind: 'message', body: {}, needsPermission: false } as const
    await write(db, async tx => {
      await enqueue(tx, { ...delivery, recipient: 'failed', dedupeKey: 'one', notBefore: later })
      await enqueue(tx, { ...delivery, recipient: 'gathered', dedupeKey: 'two', notBefore: later })
    })
    await db.updateTable('deliveries').set({ attempts: 2 }).where('recipient', '=', 'failed').execute()
    const answer = await answerOf(app, startJob, { name: 'notifications' }, key)
    expect(jobOf(answer, 'notifications')).toMatchObject({ state: 'running', waiting: 1 })
  })

  it('deletes what has expired, also while that is paused otherwise', async () => {
    const { db, app, key, jobs } = await start()
    await answerOf(app, pauseJob, { name: 'cleanUps', isPaused: true }, key)
    const forgotten = { audio_id: 'old', forgotten_at: Date.now() - 91 * DAY_MS }
    await db
      .insertInto('forgotten_tracks')
      .values({ ...forgotten, id: 'old' })
      .execute()
    await answerOf(app, startJob, { name: 'cleanUps' }, key)
    const count = async () => (await db.selectFrom('forgotten_tracks').select('id').execute()).length
    await vi.waitFor(async () => expect(await count()).toBe(0), SOON)
    await vi.waitFor(
      async () =>
        expect((await jobs()).cleanUps).toMatchObject({ state: 'paused', endedAt: expect.any(String) }),
      SOON,
    )
  })

  it('frees space while nothing can be stored of when it runs', async () => {
    const { open, db } = await start()
    const cleanUps = new CleanUps(db)
    onTestFinished(() => cleanUps.close())
    let runs = 0
    cleanUps.add('large files', async () => runs++)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    await fillDisk(open)
    await cleanUps.run()
    expect([runs, log.mock.calls]).toEqual([1, []])
  })

  it('names the clean-ups that failed, and runs the others', async () => {
    const { db, jobs } = await start()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    let runs = 0
    const cleanUps = new CleanUps(db)
    onTestFinished(() => cleanUps.close())
    cleanUps.add('old letters', () => Promise.reject(new Error('no disk')))
    cleanUps.add('others', async () => runs++)
    await cleanUps.run()
    expect((await jobs()).cleanUps).toMatchObject({
      hasFailed: true,
      problem: 'Not deleted: old letters. The log says why.',
    })
    expect(runs).toBe(1)
    expect(log.mock.calls.flat().join()).toContain('no disk')
  })
})

/** Makes what is stored of jobs fail as where the disk is full. */
async function fillDisk({ db, dialect }: OpenDatabase): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`pragma query_only = on`.execute(db)
    return
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger refuse before insert or update on jobs
    for each statement execute function refuse()`.execute(db)
}

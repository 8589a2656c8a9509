import { fetchLog } from '@refrain/contract/administration/log'
import { fetchOverview } from '@refrain/contract/administration/overview'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { log } from '../../log/log.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { insertLogEntries } from './log-store.ts'
import { storeLog } from './store-log.ts'

const DAY_MS = 86_400_000
/** Longer than entries are collected. */
const SOON = { timeout: 10_000 }

function silence() {
  const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  for (const spy of spies) spy.mockImplementation(() => {})
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return spies
}

const entry = (number: number, at: number) => ({
  id: `entry-${number}`,
  at,
  level: 'warn' as const,
  message: `Entry ${number}`,
  request_id: null,
  process: 'somewhere 1',
})

onBothDatabases('the log that administrators read', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const app = await startApp(open)
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const read = (input: Parameters<typeof answerOf<typeof fetchLog>>[2]) =>
      answerOf(app, fetchLog, input, key)
    const messages = async (input = {}) => (await read(input)).entries.map(({ message }) => message)
    return { open, app, key, read, messages }
  }

  it('has the warnings and errors of a process, filtered by level and text (fetchLog)', async () => {
    const { open, app, key, read, messages } = await start()
    silence()
    const stop = storeLog(open.db)
    onTestFinished(stop)
    log.info('ready')
    log.warn('Careful', { program: 'import' })
    log.error('GET /api/search 500: 100% broken\u0000', { requestId: 'a1b2c3-7', err: new Error('no disk') })
    log.error('Another', { requestId: 'a1b2c3-8' })
    await vi.waitFor(async () => expect(await messages()).toHaveLength(3), SOON)
    const broken = 'GET /api/search 500: 100% broken  no disk'
    expect((await messages()).toSorted()).toEqual(['Another', 'Careful program=import', broken])
    expect((await messages({ level: 'error' })).toSorted()).toEqual(['Another', broken])
    expect(await messages({ query: '100% BROKEN' })).toEqual([broken])
    expect(await messages({ query: '1__%' })).toEqual([])
    expect((await read({ query: 'a1b2c3-8' })).entries).toMatchObject([
      { level: 'error', requestId: 'a1b2c3-8', process: expect.stringMatching(` ${process.pid}$`) },
    ])
    expect((await read({ query: 'broken' })).entries).toMatchObject([{ requestId: 'a1b2c3-7' }])
    expect((await answerOf(app, fetchOverview, {}, key)).errors).toBe(2)
  })

  it('comes page by page', async () => {
    const { open, app, key, read } = await start()
    await open.db.transaction().execute(tx =>
      insertLogEntries(
        tx,
        Array.from({ length: 60 }, (_, n) => entry(n, Date.now() - 2 * DAY_MS)),
      ),
    )
    const first = await read({})
    const rest = await read({ after: first.next as string })
    expect([first.entries.length, rest.entries.length, rest.next]).toEqual([50, 10, undefined])
    expect(new Set([...first.entries, ...rest.entries].map(({ id }) => id)).size).toBe(60)
    expect((await call(app, fetchLog, { after: 'x' }, key)).statusCode).toBe(400)
    expect((await answerOf(app, fetchOverview, {}, key)).errors).toBe(0)
  })

  it('holds a limited number of entries, and none that are older than a month', async () => {
    const { open } = await start()
    silence()
    const now = Date.now()
    for (let start = 0; start < 2_100; start += 300) {
      const batch = Array.from({ length: 300 }, (_, n) => entry(start + n, now - 60_000 + start + n))
      await open.db.transaction().execute(tx => insertLogEntries(tx, batch))
    }
    await open.db.transaction().execute(tx => insertLogEntries(tx, [entry(-1, now - 31 * DAY_MS)]))
    const stop = storeLog(open.db)
    log.warn('One more')
    await stop()
    const rows = await open.db.selectFrom('log_entries').select(['message', 'at']).orderBy('at').execute()
    expect(rows).toHaveLength(2_000)
    expect(rows.at(-1)?.message).toBe('One more')
  })

  it('stores a message that comes again and again a few times, beside all others', async () => {
    const { open } = await start()
    silence()
    const stop = storeLog(open.db)
    log.warn('Rare')
    for (let n = 0; n < 500; n++)
      log.error('GET /rest/:call 500: invalid byte sequence', { requestId: `r-${n}` })
    await stop()
    const rows = await open.db.selectFrom('log_entries').select('message').execute()
    expect(rows.map(({ message }) => message).filter(message => message !== 'Rare')).toHaveLength(20)
    expect(rows).toContainEqual({ message: 'Rare' })
  })

  it('keeps the last entries, and logs nothing, while the database refuses them', async () => {
    const { open } = await start()
    const [, printed] = silence()
    await open.db.schema.alterTable('log_entries').renameTo('away').execute()
    const stop = storeLog(open.db)
    for (let n = 0; n < 300; n++) log.error(`Failure ${n}`)
    await stop()
    expect(printed).toHaveBeenCalledTimes(300)
    await open.db.schema.alterTable('away').renameTo('log_entries').execute()
    // What could not be written before is written by the next attempt.
    await stop()
    const rows = await open.db.selectFrom('log_entries').select('message').execute()
    const expected = Array.from({ length: 200 }, (_, n) => `Failure ${n + 100}`)
    expect(rows.map(({ message }) => message).toSorted()).toEqual(expected.toSorted())
  })
})

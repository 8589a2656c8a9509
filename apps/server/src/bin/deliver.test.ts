import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { write } from '../database/retry.ts'
import { writeAlbum } from '../importing/testing/write-music.ts'
import { saveDevice } from '../notifications/devices/device-store.ts'
import { QUIET_PERIOD_MS } from '../notifications/kinds/new-album-store.ts'
import { openVapidKeys } from '../notifications/push/vapid-keys.ts'
import { setPermission } from '../notifications/settings/permission-store.ts'
import { startMailServer } from '../testing/servers/mail-server.ts'
import { startPushService } from '../testing/servers/push-service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** However slow the machine is. */
const SOON = { timeout: 60_000, interval: 100 }

function run(name: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [programPath(name), ...args], {
    cwd: temporaryFolder(),
    stdio: 'ignore',
    env: { PATH: process.env.PATH, LOG_FORMAT: 'text', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

it('an imported album is announced once, by push and by email, though the server is killed in between (NOT-04, NOT-05)', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const music = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  const { db } = open
  const [push, mail] = [await startPushService(), await startMailServer()]
  const env = {
    ...{ DATA_DIR: dataDir, PORT: '0', MUSIC: '', PUSH_HOSTS: '127.0.0.1', MAIL_GATHER_MINUTES: '0' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'music@example.org', PUBLIC_URL: 'https://music.example.org' },
  }
  const add = async (title: string) => {
    await writeAlbum(music, title, { ARTIST: 'Nina', ALBUMARTIST: 'Nina', ALBUM: title }, ['01 One.mp3'])
    expect((await once(run('import', [music], env), 'exit'))[0]).toBe(0)
  }

  await add('First')
  const { publicKey } = await openVapidKeys(db)()
  const [phone, laptop] = [push.subscribe(publicKey), push.subscribe(publicKey)]
  const user = { id: 'ada', name: 'Ada', email: 'ada@example.org', folded_email: 'ada@example.org' }
  const { id: artist_id } = await db.selectFrom('artists').select('id').executeTakeFirstOrThrow()
  await write(db, async tx => {
    const rest = {
      password_hash: null,
      profile_path: '',
      google_sub: null,
      created_at: 1,
      email_verified_at: 1,
    }
    await tx
      .insertInto('users')
      .values({ ...user, ...rest })
      .execute()
    await tx.insertInto('follows').values({ user_id: 'ada', artist_id, followed_at: 1 }).execute()
    await setPermission(tx, 'ada', 'fromArtists', true)
    await setPermission(tx, 'ada', 'aboutArtistsAndMusic', true)
    const session = { token_hash: 'of Ada', user_id: 'ada', created_at: Date.now(), last_used_at: Date.now() }
    await tx.insertInto('sessions').values(session).execute()
    for (const device of [phone, laptop])
      await saveDevice(tx, device, { userId: 'ada', session: 'of Ada' }, 1)
  })

  // The phone has its notification before the end, the rest waits.
  push.answerWith(503, laptop)
  mail.refuse(451)
  const first = run('serve', [], env)
  await add('Second')
  // Longer ago than more albums of its artist are waited for.
  await db
    .updateTable('events')
    .set({ created_at: Date.now() - QUIET_PERIOD_MS })
    .execute()
  await vi.waitFor(async () => {
    const rows = await db.selectFrom('deliveries').select(['attempts', 'sent_at']).execute()
    expect(rows.filter(row => row.attempts > 0)).toHaveLength(3)
    expect(rows.filter(row => row.sent_at !== null)).toHaveLength(1)
  }, SOON)
  await end(first, 'SIGKILL')

  expect(push.received).toHaveLength(1)
  push.answerWith(201, laptop)
  mail.refuse(undefined)
  // What the process held as it died is free again, without the wait for it.
  await db.updateTable('deliveries').set({ claimed_until: null }).execute()
  const second = run('serve', [], env)
  await vi.waitFor(async () => {
    const rows = await db.selectFrom('deliveries').select('sent_at').execute()
    expect(rows.map(row => row.sent_at)).toEqual(Array(3).fill(expect.any(Number)))
  }, SOON)
  await end(second, 'SIGTERM')
  expect(second.exitCode).toBe(0)
  expect(push.received.map(({ message }) => message)).toMatchObject([
    { title: 'Nina', body: 'New album: Second' },
    { title: 'Nina', body: 'New album: Second' },
  ])
  expect(mail.mails.map(({ subject }) => subject)).toEqual(['New album by Nina: Second'])
}, 180_000)

import { expect, it } from 'vitest'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import {
  countEmail,
  deleteExpiredCounts,
  isMailboxStopped,
  MAX_ACCOUNT_EMAILS_PER_DAY,
  MAX_WELCOME_EMAILS_PER_DAY,
  setMailboxStopped,
} from './mailbox-store.ts'
import { canonicalMailbox } from './signed-links.ts'

const DAY = 86_400_000
const NOW = 1_000 * DAY

it.each([
  ['Ada@Example.org', 'ada@example.org'],
  ['ada+list+more@example.org', 'ada@example.org'],
  ['+ada@example.org', '+ada@example.org'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['A.da+x@GoogleMail.com', 'ada@gmail.com'],
])('finds the mailbox that %s reaches', (address, mailbox) => {
  expect(canonicalMailbox(address)).toBe(mailbox)
})

onBothDatabases('emails to a mailbox', openTest => {
  it('leave room for a password change, however many accounts are welcomed', async () => {
    const { db } = await openTest()
    const count = (most: number) => write(db, tx => countEmail(tx, 'one', NOW, most))
    for (let n = 0; n < MAX_WELCOME_EMAILS_PER_DAY; n++)
      expect(await count(MAX_WELCOME_EMAILS_PER_DAY)).toBe(true)
    expect(await count(MAX_WELCOME_EMAILS_PER_DAY)).toBe(false)
    expect(await count(MAX_ACCOUNT_EMAILS_PER_DAY)).toBe(true)
  })

  it('are counted per day; counting restarts after the clock was set back', async () => {
    const { db } = await openTest()
    const count = (now: number, mailbox = 'one') => write(db, tx => countEmail(tx, mailbox, now))
    for (let n = 0; n < MAX_ACCOUNT_EMAILS_PER_DAY; n++) expect(await count(NOW)).toBe(true)
    expect(await count(NOW + DAY - 1)).toBe(false)
    expect(await count(NOW, 'another')).toBe(true)
    expect(await count(NOW + DAY)).toBe(true)
    for (let n = 1; n < MAX_ACCOUNT_EMAILS_PER_DAY; n++) await count(NOW + DAY)
    expect(await count(NOW + DAY)).toBe(false)
    expect(await count(NOW)).toBe(true)
  })

  it('stay stopped until allowed again', async () => {
    const { db } = await openTest()
    await write(db, tx => setMailboxStopped(tx, 'one', true, NOW))
    await write(db, tx => deleteExpiredCounts(tx, NOW + 100 * DAY))
    expect(await isMailboxStopped(db, 'one')).toBe(true)
    await write(db, tx => setMailboxStopped(tx, 'one', false, NOW))
    expect(await isMailboxStopped(db, 'one')).toBe(false)
    expect(await write(db, tx => countEmail(tx, 'one', NOW + 100 * DAY))).toBe(true)
    await write(db, tx => deleteExpiredCounts(tx, NOW + 101 * DAY))
    expect(await db.selectFrom('mailboxes').selectAll().execute()).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { write } from '../database/retry.ts'
import { onBothDatabases } from '../testing/databases.ts'
import { foldMailbox } from './fold-mailbox.ts'
import {
  countMail,
  isStopped,
  MOST_A_DAY,
  MOST_WELCOMES_A_DAY,
  setStopped,
  sweepMailboxes,
} from './mailbox-store.ts'

const DAY = 86_400_000
const NOW = 1_000 * DAY

it.each([
  ['Ada@Example.org', 'ada@example.org'],
  ['ada+list+more@example.org', 'ada@example.org'],
  ['+ada@example.org', '+ada@example.org'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['A.da+x@GoogleMail.com', 'ada@gmail.com'],
])('knows the mailbox that %s reaches', (address, mailbox) => {
  expect(foldMailbox(address)).toBe(mailbox)
})

onBothDatabases('mails to a mailbox', openTest => {
  it('leave room for a changed password, however many accounts are welcomed', async () => {
    const { db } = await openTest()
    const count = (most: number) => write(db, tx => countMail(tx, 'one', NOW, most))
    for (let n = 0; n < MOST_WELCOMES_A_DAY; n++) expect(await count(MOST_WELCOMES_A_DAY)).toBe(true)
    expect(await count(MOST_WELCOMES_A_DAY)).toBe(false)
    expect(await count(MOST_A_DAY)).toBe(true)
  })

  it('are counted for a day, and anew after a clock was set back', async () => {
    const { db } = await openTest()
    const count = (now: number, mailbox = 'one') => write(db, tx => countMail(tx, mailbox, now))
    for (let n = 0; n < MOST_A_DAY; n++) expect(await count(NOW)).toBe(true)
    expect(await count(NOW + DAY - 1)).toBe(false)
    expect(await count(NOW, 'another')).toBe(true)
    expect(await count(NOW + DAY)).toBe(true)
    for (let n = 1; n < MOST_A_DAY; n++) await count(NOW + DAY)
    expect(await count(NOW + DAY)).toBe(false)
    expect(await count(NOW)).toBe(true)
  })

  it('are stopped for good, and allowed again', async () => {
    const { db } = await openTest()
    await write(db, tx => setStopped(tx, 'one', true, NOW))
    await write(db, tx => sweepMailboxes(tx, NOW + 100 * DAY))
    expect(await isStopped(db, 'one')).toBe(true)
    expect(await write(db, tx => countMail(tx, 'one', NOW + 100 * DAY))).toBe(false)
    await write(db, tx => setStopped(tx, 'one', false, NOW))
    expect(await write(db, tx => countMail(tx, 'one', NOW + 100 * DAY))).toBe(true)
    await write(db, tx => sweepMailboxes(tx, NOW + 101 * DAY))
    expect(await db.selectFrom('mailboxes').selectAll().execute()).toEqual([])
  })
})

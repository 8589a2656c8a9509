import { write } from '../database/retry.ts'
import type { Carrier, Outcome } from './carrier.ts'
import { type Claimed, claimDue } from './claim-store.ts'
import { composeMail, type MailParts } from './compose-mail.ts'
import { claimDigests } from './digest-claim-store.ts'
import type { MailTransport } from './mail-transport.ts'
import { countMail, isStopped, MOST_A_DAY, MOST_WELCOMES_A_DAY } from './mailbox-store.ts'
import { type Reader, readReader } from './reader.ts'

/** Together as many as the transport has connections: the time that a mail has begins when it is claimed. */
const MAILS_AT_ONCE = 1
const DIGESTS_AT_ONCE = 2

/** Mails that are sent at once. */
export function mailCarrier(parts: MailParts, transport: MailTransport): Carrier {
  return {
    most: MAILS_AT_ONCE,
    claim: async (tx, options) => (await claimDue(tx, 'mail', options)).map(one => [one]),
    carry: claimed => carryMail(parts, transport, claimed),
  }
}

/** Mails that are gathered: of all that waits for a listener one is made, at most one a day. */
export function digestCarrier(parts: MailParts, transport: MailTransport): Carrier {
  return {
    most: DIGESTS_AT_ONCE,
    claim: claimDigests,
    carry: claimed => carryMail(parts, transport, claimed),
  }
}

async function carryMail(
  parts: MailParts,
  transport: MailTransport,
  claimed: readonly [Claimed, ...Claimed[]],
): Promise<Outcome> {
  const [first] = claimed
  const reader = formerListener(first) ?? (await readReader(parts.db, first.recipient))
  if (!reader || (first.needsPermission && !reader.allowsMail)) return 'gone'
  if (!(await mayWriteTo(parts, first, reader))) return 'gone'
  const mail = await composeMail(parts, claimed, reader)
  return mail ? transport.send(mail) : 'gone'
}

/** Who has left is in no table: the mail that says so knows them itself, until it is sent. */
function formerListener({ kind, recipient, body }: Claimed): Reader | undefined {
  if (kind !== 'account-deleted') return undefined
  const { name, email } = body as { name: string; email: string }
  return { userId: recipient, name, email, allowsMail: false }
}

/** Nobody has proven that the address is the listener's: its owner may want no mail, and gets few about accounts. */
async function mayWriteTo({ db, links }: MailParts, claimed: Claimed, reader: Reader): Promise<boolean> {
  const mailbox = await links.mailboxOf(reader.email)
  // A mail that is tried again was counted before.
  const isCounted = !claimed.needsPermission && claimed.attempts === 1
  if (!isCounted) return !(await isStopped(db, mailbox))
  const most = claimed.kind === 'welcome' ? MOST_WELCOMES_A_DAY : MOST_A_DAY
  return write(db, tx => countMail(tx, mailbox, Date.now(), most))
}

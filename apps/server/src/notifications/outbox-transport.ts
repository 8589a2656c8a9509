import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../media/names-in.ts'
import { writeWhole } from '../media/write-whole.ts'
import { isPlainAddress, toMessage } from './mail-message.ts'
import type { Mail, MailOutcome, MailTransport } from './mail-transport.ts'

const STAYS_MS = 604_800_000

export const OUTBOX = 'outbox'

/**
 * Writes mail into a folder, as files that any mail program opens: where no server is set that would send it (PROP-55).
 * They hold addresses, and go after a week.
 */
export function openOutbox(dataDir: string, from: string): MailTransport {
  const folder = join(dataDir, OUTBOX)

  async function send(mail: Mail): Promise<MailOutcome> {
    if (!isPlainAddress(mail.to)) return 'gone'
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Only who sends mail loads what writes it.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(toMessage(mail, from))
      // The name is the delivery's: what is sent twice is there once.
      await writeWhole(join(folder, `${mail.id}.eml`), message as Buffer)
      return 'sent'
    } catch (error) {
      console.error(`Mail cannot be written into the outbox: ${(error as NodeJS.ErrnoException).code}.`)
      return 'later'
    }
  }
  return { send, close() {} }
}

/** Takes out what has lain there for a week, also where a server sends the mail by now. */
export async function sweepOutbox(dataDir: string, now = Date.now()): Promise<void> {
  const folder = join(dataDir, OUTBOX)
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > STAYS_MS) await rm(path, { force: true })
  }
}

import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { log } from '../../log/log.ts'
import { listFolder } from '../../media/files/list-folder.ts'
import { writeAtomically } from '../../media/files/write-atomically.ts'
import type { Email, EmailOutcome, EmailTransport } from './email-transport.ts'
import { isPlainAddress, toMailMessage } from './mail-message.ts'

const RETENTION_MS = 604_800_000

const OUTBOX_FOLDER = 'outbox'

/**
 * Writes emails into a folder, as files that any mail program opens: used while no mail server is configured. The files
 * contain addresses and are deleted after a week.
 */
export function openFolderTransport(dataDir: string, from: string): EmailTransport {
  const folder = join(dataDir, OUTBOX_FOLDER)

  async function send(mail: Email): Promise<EmailOutcome> {
    if (!isPlainAddress(mail.to)) return 'gone'
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Loaded on first use: nodemailer is large.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(toMailMessage(mail, from))
      // Named by the delivery: an email that is sent twice is stored once.
      await writeAtomically(join(folder, `${mail.id}.eml`), message as Buffer, { durable: true })
      return 'sent'
    } catch (error) {
      log.error('email cannot be written to the outbox folder, retrying', {
        error: (error as NodeJS.ErrnoException).code,
      })
      return 'later'
    }
  }
  return { send, close() {} }
}

/** Deletes files older than a week, even if a mail server is configured by now. */
export async function deleteOldEmailFiles(dataDir: string, now = Date.now()): Promise<void> {
  const folder = join(dataDir, OUTBOX_FOLDER)
  for (const name of await listFolder(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > RETENTION_MS) await rm(path, { force: true })
  }
}

import { log } from '../../log/log.ts'
import type { Email, EmailOutcome, EmailTransport } from './email-transport.ts'
import { isPlainAddress, toMailMessage } from './mail-message.ts'

/** As many as the channels send at the same time, see email-channels.ts. */
const CONNECTIONS = 3
/** Generous, since servers may check an email before they accept it (RFC 5321, 4.5.3.2). */
const TIMEOUTS = {
  /** For connecting and the server's greeting. */
  connectMs: 15_000,
  /** For each response. */
  responseMs: 300_000,
  /** For the whole email; shorter than a claim, see outbox/send-due.ts. */
  totalMs: 420_000,
}

/** Sends emails through the operator's mail server. @param url `smtp:` or `smtps:`, with user and password */
export function openSmtpTransport(
  url: string,
  from: string,
  given: Partial<typeof TIMEOUTS> = {},
): EmailTransport {
  const timeouts = { ...TIMEOUTS, ...given }
  let opening: ReturnType<typeof open> | undefined
  let isFailing = false
  /** Message-IDs of emails that were written to the connection completely: they may have arrived. */
  const written = new Set<string>()

  async function send(mail: Email): Promise<EmailOutcome> {
    if (!isPlainAddress(mail.to)) return 'gone'
    const message = toMailMessage(mail, from)
    try {
      opening ??= open(url, timeouts, messageId => written.add(messageId))
      await (await opening).sendMail({
        ...message,
        envelope: { from: envelopeOf(from), to: [mail.to] },
        signal: AbortSignal.timeout(timeouts.totalMs),
      })
      if (isFailing) log.info('mail server works again')
      isFailing = false
      return 'sent'
    } catch (error) {
      if (isRefused(error)) {
        log.error('email refused by the mail server', { error: describe(error) })
        return 'gone'
      }
      if (written.has(message.messageId) && isSilent(error)) {
        log.error('email not confirmed by the mail server', { error: describe(error) })
        return 'unanswered'
      }
      if (!isFailing) log.error('mail server fails, retrying', { error: describe(error) })
      isFailing = true
      return 'later'
    } finally {
      written.delete(message.messageId)
    }
  }
  return { send, close: () => void opening?.then(transport => transport.close()) }
}

/**
 * Loads nodemailer on first use, since it is large.
 * @param onWritten called with the Message-ID of each email that was written to the connection completely
 */
async function open(
  url: string,
  { connectMs, responseMs }: typeof TIMEOUTS,
  onWritten: (messageId: string) => void,
) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: responseMs,
  })
  transport.use('stream', ({ message, data }, done) => {
    message.processFunc(stream => stream.once('end', () => onWritten(data.messageId as string)))
    done()
  })
  return transport
}

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

const NO_SUCH_MAILBOX = new Set([550, 551, 553])

/**
 * The server permanently refuses the address or the email. Policy refusals (5.7: authentication, relaying) do not count:
 * the operator can fix those.
 */
function isRefused(error: unknown): boolean {
  const { command = '', response = '', responseCode = 0 } = error as SmtpError
  if (/\b5\.7\.\d/.test(response)) return false
  return command === 'RCPT TO' ? NO_SUCH_MAILBOX.has(responseCode) : command === 'DATA' && responseCode >= 500
}

/**
 * The server did not answer, or closed the connection in order: it may have read the whole email. A server that resets
 * the connection has not (RFC 1122, 4.2.2.13).
 */
function isSilent(error: unknown): boolean {
  const { code = '', responseCode } = error as SmtpError
  return SILENT.has(code) && !responseCode
}

const SILENT = new Set(['ETIMEDOUT', 'EABORT', 'ECONNECTION'])

/** Codes only: the server's text may contain the recipient's address, which must not be logged. */
function describe(error: unknown): string {
  const { code, command, responseCode } = error as SmtpError
  return [code ?? (error as Error).name, command, responseCode].filter(Boolean).join(' ')
}

/** The address in `Name <address>`. */
function envelopeOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

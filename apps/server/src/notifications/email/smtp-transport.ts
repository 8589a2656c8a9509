import type { Email, EmailOutcome, EmailTransport } from './email-transport.ts'
import { isPlainAddress, toMailMessage } from './mail-message.ts'

/** As many as are sent at once, see carry-mail.ts: none waits for another's turn. */
const CONNECTIONS = 3
/** To reach the server and be greeted. */
const REACH_MS = 15_000

/** How long a server may take. What checks mail for a while before it takes it is not rare (RFC 5321, 4.5.3.2). */
const TIMEOUTS = {
  /** To each answer. */
  answerMs: 300_000,
  /** To all of them; less than the lease, see send-due.ts. */
  wholeMs: 420_000,
}

/** Sends mail through a server of the operator's. @param url `smtp:` or `smtps:`, with user and password */
export function openSmtpTransport(url: string, from: string, patience = TIMEOUTS): EmailTransport {
  let opening: ReturnType<typeof open> | undefined
  let failing = false
  /** Names of the mails that were handed to the connection whole: whether they came to its other end nobody knows. */
  const given = new Set<string>()

  async function send(mail: Email): Promise<EmailOutcome> {
    if (!isPlainAddress(mail.to)) return 'gone'
    const message = toMailMessage(mail, from)
    try {
      opening ??= open(url, patience.answerMs, name => given.add(name))
      await (await opening).sendMail({
        ...message,
        envelope: { from: envelopeOf(from), to: [mail.to] },
        signal: AbortSignal.timeout(patience.wholeMs),
      })
      if (failing) console.log('Mail is sent again.')
      failing = false
      return 'sent'
    } catch (error) {
      if (isRefused(error)) {
        console.error(`A mail was refused for good: ${describe(error)}.`)
        return 'gone'
      }
      if (given.has(message.messageId) && isSilent(error)) {
        console.error(`A mail was given away, but nobody says that it was taken: ${describe(error)}.`)
        return 'unanswered'
      }
      if (!failing) console.error(`Mail cannot be sent for now: ${describe(error)}.`)
      failing = true
      return 'later'
    } finally {
      given.delete(message.messageId)
    }
  }
  return { send, close: () => void opening?.then(transport => transport.close()) }
}

/**
 * Only who sends mail loads what speaks to servers.
 * @param onGiven called with the name of each mail that was handed to the connection whole
 */
async function open(url: string, answerMs: number, onGiven: (name: string) => void) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: REACH_MS,
    greetingTimeout: REACH_MS,
    dnsTimeout: REACH_MS,
    socketTimeout: answerMs,
  })
  transport.use('stream', ({ message, data }, done) => {
    message.processFunc(stream => stream.once('end', () => onGiven(data.messageId as string)))
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
 * The server takes no mail for this address, or not this mail, and says that this will stay so. What it refuses by its
 * own rules (5.7: no log-in, no relaying), the operator can mend.
 */
function isRefused(error: unknown): boolean {
  const { command = '', response = '', responseCode = 0 } = error as SmtpError
  if (/\b5\.7\.\d/.test(response)) return false
  return command === 'RCPT TO' ? NO_SUCH_MAILBOX.has(responseCode) : command === 'DATA' && responseCode >= 500
}

/**
 * The server says nothing, or closes in order without a word: it may have read all there was. One that resets the
 * connection has not (RFC 1122, 4.2.2.13).
 */
function isSilent(error: unknown): boolean {
  const { code = '', responseCode } = error as SmtpError
  return SILENT.has(code) && !responseCode
}

const SILENT = new Set(['ETIMEDOUT', 'EABORT', 'ECONNECTION'])

/** What a server says may repeat the address: that is not for the log. */
function describe(error: unknown): string {
  const { code, command, responseCode } = error as SmtpError
  return [code ?? (error as Error).name, command, responseCode].filter(Boolean).join(' ')
}

/** The address alone, of `Name <address>`. */
function envelopeOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

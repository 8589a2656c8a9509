import { isPlainAddress, toMessage } from './mail-message.ts'
import type { Mail, MailOutcome, MailTransport } from './mail-transport.ts'

const CONNECTIONS = 3
const PATIENCE_MS = 15_000
/** So long a mail may take from its turn on. */
const WHOLE_PATIENCE_MS = 60_000

/** Sends mail through a server of the operator's. @param url `smtp:` or `smtps:`, with user and password */
export function openSmtp(url: string, from: string): MailTransport {
  let opening: ReturnType<typeof open> | undefined
  let failing = false

  async function send(mail: Mail): Promise<MailOutcome> {
    if (!isPlainAddress(mail.to)) return 'gone'
    try {
      opening ??= open(url)
      await (await opening).sendMail({
        ...toMessage(mail, from),
        envelope: { from: envelopeOf(from), to: [mail.to] },
        signal: AbortSignal.timeout(WHOLE_PATIENCE_MS),
      })
      if (failing) console.log('Mail is sent again.')
      failing = false
      return 'sent'
    } catch (error) {
      if (isRefused(error)) {
        console.error(`A mail was refused for good: ${describe(error)}.`)
        return 'gone'
      }
      if (!failing) console.error(`Mail cannot be sent for now: ${describe(error)}.`)
      failing = true
      return 'later'
    }
  }
  return { send, close: () => void opening?.then(transport => transport.close()) }
}

/** Only who sends mail loads what speaks to servers. */
async function open(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
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

/** What a server says may repeat the address: that is not for the log. */
function describe(error: unknown): string {
  const { code, command, responseCode } = error as SmtpError
  return [code ?? (error as Error).name, command, responseCode].filter(Boolean).join(' ')
}

/** The address alone, of `Name <address>`. */
function envelopeOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

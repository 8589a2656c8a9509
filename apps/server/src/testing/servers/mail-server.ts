import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedEmail extends Email {
  /** Recipients of the SMTP envelope. */
  readonly recipients: readonly string[]
  readonly raw: string
}

export interface TestMailServer {
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedEmail[]
  /** SMTP status of all further emails; undefined: accept. */
  refuse(status: number | undefined, at?: 'recipient' | 'data'): void
  /** Delay before the server acknowledges further emails. */
  answerAfter(ms: number): void
  /** Resolves when this many emails have arrived. */
  arrived(count: number): Promise<readonly ReceivedEmail[]>
  close(): Promise<void>
}

/** Starts an SMTP server on this machine until the test ends. @param port by default a free one */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const mails: ReceivedEmail[] = []
  const heard = new Set<() => void>()
  let delay = 0
  let refusal: { status: number; at: 'recipient' | 'data' } | undefined
  const fail = (at: 'recipient' | 'data') =>
    refusal?.at === at ? Object.assign(new Error('not today'), { responseCode: refusal.status }) : undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // The sender keeps its connection.
    closeTimeout: 20,
    onRcptTo: (_address, _session, done) => done(fail('recipient')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const error = fail('data')
        if (error) return done(error)
        const raw = Buffer.concat(chunks)
        const email = await PostalMime.parse(raw)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ ...email, recipients, raw: raw.toString('latin1') })
        setTimeout(done, delay)
        for (const hear of heard) hear()
      })
    },
  })
  await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  let closed = false
  const close = () =>
    new Promise<void>(resolve => {
      if (closed) return resolve()
      closed = true
      server.close(() => resolve())
    })
  onTestFinished(close)
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    refuse(status, at = 'recipient') {
      refusal = status === undefined ? undefined : { status, at }
    },
    answerAfter(ms) {
      delay = ms
    },
    async arrived(count) {
      while (mails.length < count) {
        await new Promise<void>(resolve => {
          heard.add(function hear() {
            heard.delete(hear)
            resolve()
          })
        })
      }
      return mails
    },
    close,
  }
}

import { expect, it, onTestFinished, vi } from 'vitest'
import { startMailServer } from '../testing/mail-server.ts'
import { openSmtp } from './smtp-transport.ts'

const MAIL = {
  id: 'one',
  to: 'ada@example.org',
  subject: 'Welcome',
  text: 'Hello',
  html: '',
  unsubscribe: '',
}

async function start(answerMs: number, wholeMs = 60_000) {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const server = await startMailServer()
  const smtp = openSmtp(server.url, 'music@example.org', { answerMs, wholeMs })
  onTestFinished(() => smtp.close())
  return { server, smtp }
}

it('a mail whose server takes its time is sent', async () => {
  const { server, smtp } = await start(10_000)
  server.answerAfter(500)
  expect(await smtp.send(MAIL)).toBe('sent')
  expect(server.mails).toHaveLength(1)
})

it('a mail that a server took without saying so is perhaps sent, by either limit, and the next goes out', async () => {
  for (const [answerMs, wholeMs] of [
    [300, 60_000],
    [60_000, 1_000],
  ] as const) {
    const { server, smtp } = await start(answerMs, wholeMs)
    server.answerAfter(5_000)
    expect(await smtp.send(MAIL)).toBe('unanswered')
    expect(server.mails).toHaveLength(1)
    server.answerAfter(0)
    expect(await smtp.send({ ...MAIL, id: 'two' })).toBe('sent')
  }
})

it('a mail that a server refuses is not perhaps sent', async () => {
  const { server, smtp } = await start(10_000)
  server.refuse(451, 'data')
  expect(await smtp.send(MAIL)).toBe('later')
  server.refuse(550, 'data')
  expect(await smtp.send(MAIL)).toBe('gone')
})

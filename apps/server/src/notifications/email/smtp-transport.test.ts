import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startMailServer } from '../../testing/servers/mail-server.ts'
import { openSmtpTransport } from './smtp-transport.ts'

const MAIL = {
  id: 'one',
  to: 'ada@example.org',
  subject: 'Welcome',
  text: 'Hello',
  html: '',
  unsubscribe: '',
}

async function start(responseMs: number, totalMs = 60_000) {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const server = await startMailServer()
  const smtp = openSmtpTransport(server.url, 'music@example.org', { responseMs, totalMs })
  onTestFinished(() => smtp.close())
  return { server, smtp }
}

it('waits for a slow server', async () => {
  const { server, smtp } = await start(10_000)
  server.answerAfter(500)
  expect(await smtp.send(MAIL)).toBe('sent')
  expect(server.mails).toHaveLength(1)
})

it('reports an email as unanswered when the server accepts it without a reply, and sends the next', async () => {
  for (const [responseMs, totalMs] of [
    [300, 60_000],
    [60_000, 1_000],
  ] as const) {
    const { server, smtp } = await start(responseMs, totalMs)
    server.answerAfter(5_000)
    expect(await smtp.send(MAIL)).toBe('unanswered')
    expect(server.mails).toHaveLength(1)
    server.answerAfter(0)
    expect(await smtp.send({ ...MAIL, id: 'two' })).toBe('sent')
  }
})

it('does not report a refused email as unanswered', async () => {
  const { server, smtp } = await start(10_000)
  server.refuse(451, 'data')
  expect(await smtp.send(MAIL)).toBe('later')
  server.refuse(550, 'data')
  expect(await smtp.send(MAIL)).toBe('gone')
})

/** A server that says yes to everything and, once a mail begins to come, ends the connection so. @returns its address */
async function startRaw(end: 'resetAndDestroy' | 'end'): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
    let reading = false
    socket.on('data', chunk => {
      if (reading) return void socket[end]()
      reading = chunk.toString().startsWith('DATA')
      socket.write(reading ? '354 go on\r\n' : '250 yes\r\n')
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([
  ['resets the connection over it goes out later', 'resetAndDestroy', 'later'],
  ['closes the connection without a word is perhaps sent', 'end', 'unanswered'],
] as const)('a mail whose server %s', async (_, end, outcome) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const smtp = openSmtpTransport(await startRaw(end), 'music@example.org', {
    responseMs: 10_000,
    totalMs: 10_000,
  })
  onTestFinished(() => smtp.close())
  expect(await smtp.send(MAIL)).toBe(outcome)
  expect(log).toHaveBeenCalledOnce()
})

/** Accepts connections and sends `words` bit by bit, never a whole line. @returns its address */
async function startHanging(words: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    let at = 0
    const dripping = setInterval(() => at < words.length && socket.write(words[at++] as string), 100)
    socket.on('close', () => clearInterval(dripping))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([
  ['never greets', '', { connectMs: 200 }],
  ['greets without an end', '220 '.padEnd(1_000, '.'), { totalMs: 1_000 }],
] as const)('gives up a server that %s, to try again later', async (_, words, timeouts) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const smtp = openSmtpTransport(await startHanging(words), 'music@example.org', timeouts)
  onTestFinished(() => smtp.close())
  expect(await smtp.send(MAIL)).toBe('later')
})

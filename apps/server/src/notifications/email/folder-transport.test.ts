import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { readSettings } from '../../settings.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { deleteOldEmailFiles, openFolderTransport } from './folder-transport.ts'

const MAIL = {
  ...{ id: 'one', to: 'ada@example.org', subject: 'Größe', text: 'Hello', html: '<p>Hello</p>' },
  unsubscribe: 'https://music.example.org/mail-settings?user=u1&key=k',
}
const filesIn = (dataDir: string) => readdirSync(join(dataDir, 'outbox'))

it('where no server is set, mail is written into the outbox, once however often it is sent (PROP-55)', async () => {
  const dataDir = temporaryFolder()
  const outbox = openFolderTransport(dataDir, 'Refrain <music@example.org>')
  expect(await outbox.send(MAIL)).toBe('sent')
  expect(await outbox.send(MAIL)).toBe('sent')
  expect(filesIn(dataDir)).toEqual(['one.eml'])
  const mail = await PostalMime.parse(readFileSync(join(dataDir, 'outbox/one.eml')))
  expect(mail).toMatchObject({
    ...{ subject: 'Größe', text: 'Hello\n', to: [{ address: 'ada@example.org' }] },
    ...{ from: { name: 'Refrain', address: 'music@example.org' }, messageId: '<one@example.org>' },
  })
  expect(mail.html).toContain('<p>Hello</p>')
  // Nobody else on the machine reads addresses there.
  expect(statSync(join(dataDir, 'outbox')).mode & 0o077).toBe(0)
})

it('what lies in the outbox goes after a week', async () => {
  const dataDir = temporaryFolder()
  await openFolderTransport(dataDir, 'music@example.org').send(MAIL)
  writeFileSync(join(dataDir, 'outbox/old.eml'), '')
  const eightDaysAgo = Date.now() / 1000 - 8 * 86_400
  utimesSync(join(dataDir, 'outbox/old.eml'), eightDaysAgo, eightDaysAgo)
  await deleteOldEmailFiles(dataDir)
  expect(filesIn(dataDir)).toEqual(['one.eml'])
  // Where none was ever written there is nothing to do.
  await deleteOldEmailFiles(temporaryFolder())
})

it('one click is offered where its address is of HTTPS (RFC 8058)', async () => {
  const dataDir = temporaryFolder()
  const outbox = openFolderTransport(dataDir, 'music@example.org')
  await outbox.send(MAIL)
  await outbox.send({ ...MAIL, id: 'two', unsubscribe: MAIL.unsubscribe.replace('https:', 'http:') })
  const headersOf = async (name: string) => {
    const { headers } = await PostalMime.parse(readFileSync(join(dataDir, 'outbox', name)))
    return headers.map(({ key }) => key).filter(key => key.startsWith('list-'))
  }
  expect(await headersOf('one.eml')).toEqual(['list-unsubscribe', 'list-unsubscribe-post'])
  expect(await headersOf('two.eml')).toEqual(['list-unsubscribe'])
})

it('a server that is set without whom mail is from, or where its links lead, ends the start', () => {
  const SMTP_URL = 'smtp://127.0.0.1'
  const [MAIL_FROM, PUBLIC_URL] = ['music@example.org', 'https://music.example.org']
  expect(() => readSettings({ SMTP_URL, MAIL_FROM })).toThrow(/PUBLIC_URL/)
  expect(() => readSettings({ SMTP_URL, PUBLIC_URL })).toThrow(/MAIL_FROM/)
  expect(readSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL }).smtpUrl).toBe(SMTP_URL)
})

it.each([
  'ada@example.org, eve@example.net',
  'ada@example.org>\r\nRCPT TO:<eve@example.net',
  '"eve@example.net x"@example.org',
  'group: a@example.org;',
  'ada',
])('is sent to no address that could be read as more than one: %j', async to => {
  expect(await openFolderTransport(temporaryFolder(), 'music@example.org').send({ ...MAIL, to })).toBe('gone')
})

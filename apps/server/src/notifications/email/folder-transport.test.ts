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

it('writes emails into the folder if no server is configured, once however often they are sent (PROP-55)', async () => {
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

it('deletes files from the folder after a week', async () => {
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

it('offers one-click unsubscribe only for HTTPS (RFC 8058)', async () => {
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

it('refuses to start with SMTP_URL but without MAIL_FROM or PUBLIC_URL', () => {
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
])('does not send to an address that could be read as several: %j', async to => {
  expect(await openFolderTransport(temporaryFolder(), 'music@example.org').send({ ...MAIL, to })).toBe('gone')
})

import { fetchConfiguration } from '@refrain/contract/configuration'
import { expect, it } from 'vitest'
import { readSettings } from '../settings.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { readPage } from '../testing/read-page.ts'
import { answerOf, startApp } from '../testing/start-app.ts'

onBothDatabases('the page for artists', openDatabase => {
  it('is linked by "For Artists" unless another site is set; the chat link leads to the site root (LAY-11, PROP-04, PROP-57)', async () => {
    const app = await startApp(await openDatabase())
    const { artistsUrl, chatUrl } = await answerOf(app, fetchConfiguration, {})
    expect([artistsUrl, chatUrl]).toEqual(['/for-artists', '/'])
    expect((await app.inject(artistsUrl)).statusCode).toBe(200)
    const given = { artistsUrl: 'https://artists.example.org', chatUrl: 'https://chat.example.org/room' }
    const other = await startApp(await openDatabase(), { settings: { given } })
    expect(await answerOf(other, fetchConfiguration, {})).toMatchObject(given)
  })

  it('explains how to add music, with a title, a preview and no scripts (PROP-04)', async () => {
    const settings = { publicUrl: 'https://music.example.org' }
    const app = await startApp(await openDatabase(), { settings })
    const answer = await app.inject('/for-artists')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self';/),
    })
    expect(answer.headers['content-security-policy']).not.toMatch(/script-src|unsafe/)
    const { title, said, canonical, elements } = readPage(answer.body)
    expect([title, canonical]).toEqual(['For Artists', 'https://music.example.org/for-artists'])
    expect(said['og:description']).toMatch(/How music gets into Refrain/)
    expect(elements.some(({ tag }) => tag === 'script' || tag === 'style')).toBe(false)
    expect(elements.some(({ attributes }) => 'style' in attributes || 'onclick' in attributes)).toBe(false)
    for (const words of ['npm run import -- ', 'cover.jpg', 'artist.jpg', 'FLAC', 'ReplayGain', 'WavPack'])
      expect(answer.body).toContain(words)
  })

  it('serves its style sheet and typeface', async () => {
    const app = await startApp(await openDatabase())
    const { elements } = readPage((await app.inject('/for-artists')).body)
    const href = elements.find(({ attributes }) => attributes.rel === 'stylesheet')?.attributes.href ?? ''
    // From beside it, so that the page works below a path prefix as well.
    const style = new URL(href, 'http://music/for-artists').pathname
    const sheet = await app.inject(style)
    expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    const font = /url\("([^"]+)"\)/.exec(sheet.body)?.[1] ?? ''
    const file = await app.inject(new URL(font, `http://music${style}`).pathname)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'font/woff2'])
    expect((await app.inject('/for-artists/other')).statusCode).toBe(404)
  })
})

it('the sites for artists and chat must be web addresses (PROP-04, PROP-57)', () => {
  for (const name of ['ARTISTS_URL', 'CHAT_URL']) {
    for (const odd of [
      'javascript:alert(1)',
      'artists.example.org',
      '/artists',
      'data:text/html,x',
      'ftp://a.b',
    ])
      expect(() => readSettings({ [name]: odd }), odd).toThrow(name)
  }
  expect(readSettings({ ARTISTS_URL: 'https://artists.example.org' }).given.artistsUrl).toBe(
    'https://artists.example.org',
  )
  expect(readSettings({ CHAT_URL: 'http://chat.example.org/a?b#c' }).given.chatUrl).toBe(
    'http://chat.example.org/a?b#c',
  )
})

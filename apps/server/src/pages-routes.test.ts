import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { onBothDatabases } from './testing/databases.ts'
import { startApp } from './testing/start-app.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

onBothDatabases('the pages', openDatabase => {
  async function start() {
    const pagesDir = temporaryFolder()
    mkdirSync(join(pagesDir, 'assets'))
    writeFileSync(join(pagesDir, 'index.html'), '<!doctype html><title>Page</title>')
    writeFileSync(join(pagesDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(pagesDir, '.built-from'), 'secret')
    writeFileSync(join(pagesDir, 'assets', 'main-abc123.js'), 'run()')
    writeFileSync(join(pagesDir, 'assets', 'main-abc123.js.br'), brotliCompressSync('run()'))
    return startApp(await openDatabase(), { pagesDir })
  }
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it('answers the one page at every address of a page, and never keeps it', async () => {
    const app = await start()
    for (const url of ['/', '/albums', '/album/x', '/playlists/Hip%20Hop', '/nowhere', '/apiary']) {
      const answer = await app.inject({ url, headers: html })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(answer.body).toContain('<title>Page</title>')
      expect(answer.headers['content-security-policy']).toMatch(/script-src 'self'.*media-src 'self' blob:/)
    }
    const small = await app.inject({ url: '/', headers: { ...html, 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(small.rawPayload).toString()).toContain('<title>Page</title>')
  })

  it('answers fingerprinted files for ever, compressed as the build left them', async () => {
    const app = await start()
    const plain = await app.inject('/assets/main-abc123.js')
    expect([plain.body, plain.headers['cache-control']]).toEqual([
      'run()',
      'public, max-age=31536000, immutable',
    ])
    const small = await app.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    })
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe('run()')
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
    expect((await app.inject({ method: 'HEAD', url: '/favicon.svg' })).statusCode).toBe(200)
  })

  it('answers JSON, not a page, under the addresses of the service', async () => {
    const app = await start()
    for (const url of [
      '/api/nothing',
      '/api',
      '/audio/a/b',
      '/profile_path/x',
      '/stream/x',
      '/files/x',
      '/fcm/x',
    ]) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(answer.json().error).toEqual(expect.any(String))
    }
  })

  it('hands out nothing else', async () => {
    const app = await start()
    for (const url of [
      '/.built-from',
      '/assets/',
      '/assets/missing.js',
      '/assets/..%2f.built-from',
      '/assets/%2e%2e/.built-from',
      '/..%2f..%2fetc%2fpasswd',
      '/assets/main-abc123.js%00',
      '/missing.png',
    ]) {
      const answer = await app.inject({ url, headers: { accept: '*/*' } })
      expect([url, answer.body.includes('secret'), answer.body.includes('root:')]).toEqual([
        url,
        false,
        false,
      ])
      const isPage = answer.body.includes('<title>Page</title>')
      expect([url, isPage || answer.statusCode >= 400]).toEqual([url, true])
    }
    expect((await app.inject({ method: 'POST', url: '/albums', headers: html })).statusCode).toBe(404)
  })
})

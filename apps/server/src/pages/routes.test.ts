import { brotliDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../settings.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { startApp } from '../testing/start-app.ts'
import { writePages } from '../testing/write-pages.ts'

onBothDatabases('the pages', openDatabase => {
  async function start() {
    return startApp(await openDatabase(), { pagesDir: writePages() })
  }
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it('serves the single page at every page address, uncached', async () => {
    const app = await start()
    for (const [url, status] of [
      ['/', 200],
      ['/albums', 200],
      ['/shell.html', 200],
      ['/playlists/Hip%20Hop', 404],
      ['/nowhere', 404],
      ['/apiary', 404],
    ] as const) {
      const answer = await app.inject({ url, headers: html })
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, status, 'no-store'])
      expect(answer.body).toContain('<body><div id="root"></div></body>')
      const policy = answer.headers['content-security-policy']
      expect(policy).toMatch(/script-src 'self';.*media-src 'self' blob:/)
      expect(policy).toContain(
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
    }
    const small = await app.inject({ url: '/', headers: { ...html, 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(small.rawPayload).toString()).toContain('<title>Home</title>')
    expect((await app.inject('/shell.html')).body).toContain('<title>Page</title>')
  })

  it.each(['/', '/albums', '/shell.html'])(
    'starts a stream worker when somebody opens %s, not for calls',
    async url => {
      const app = await start()
      await app.listen({ port: 0, host: '127.0.0.1' })
      let started = 0
      const count = () => started++
      process.on('worker', count)
      onTestFinished(() => void process.off('worker', count))
      await app.inject({ url: '/api/configuration' })
      await app.inject({ url: '/healthz' })
      expect(started).toBe(0)
      await app.inject({ url, headers: html })
      await expect.poll(() => started).toBe(1)
    },
  )

  it('allows the origin of the bucket for media and requests only if clients are redirected to it', async () => {
    const objectStorage = { ...readSettings({}).objectStorage, endpoint: 'https://s3.example.org:9000/x' }
    const policyOf = async (storageDelivery: 'proxy' | 'redirect') => {
      const settings = { storageDelivery, objectStorage }
      const app = await startApp(await openDatabase(), { pagesDir: writePages(), settings })
      return String((await app.inject({ url: '/', headers: html })).headers['content-security-policy'])
    }
    const redirecting = await policyOf('redirect')
    const naming = redirecting.split('; ').filter(directive => directive.includes('s3.example.org'))
    expect(naming).toEqual([
      expect.stringMatching(/^img-src 'self' https:\/\/s3\.example\.org:9000 data:/),
      "media-src 'self' https://s3.example.org:9000 blob:",
      "connect-src 'self' https://s3.example.org:9000",
    ])
    expect(await policyOf('proxy')).toBe(redirecting.replaceAll(' https://s3.example.org:9000', ''))
  })

  it('does not count files as calls, but limits floods', async () => {
    // By this scale a guest may make 12 calls and 60 requests of any kind.
    const app = await startApp(await openDatabase(), {
      pagesDir: writePages(),
      settings: { rateLimitScale: 0.001 },
    })
    const status = async (url: string) => (await app.inject({ url, headers: html })).statusCode
    for (let i = 0; i < 10; i++) {
      for (const file of [
        '/assets/main-abc123.js',
        '/favicon.svg',
        '/service-worker.js',
        '/assets/main-abc123.js',
      ])
        expect(await status(file)).toBe(200)
    }
    for (let i = 0; i < 12; i++) expect(await status('/')).toBe(200)
    expect(await status('/')).toBe(429)
    for (let i = 0; i < 7; i++) expect(await status('/favicon.svg')).toBe(200)
    expect(await status('/favicon.svg')).toBe(429)
  })

  it('shows browsers the page for a malformed address, and answers JSON to others (PROP-37)', async () => {
    const app = await start()
    const long = 'a'.repeat(3000)
    for (const [path, status, otherwise] of [
      ['/albums/%E0%A4%A', 404, 400],
      [`/albums/${long}`, 414, 414],
      [`/search?q=${long}`, 414, 414],
    ] as const) {
      const page = await app.inject({ url: path, headers: html })
      expect([path, page.statusCode]).toEqual([path, status])
      expect(page.body).toMatch(/noindex.*<body><div id="root"><\/div><\/body>/s)
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      for (const [url, headers] of [
        [path, { accept: '*/*' }],
        [path, {}],
        [`/api${path}`, html],
      ] as const) {
        const answer = await app.inject({ url, headers })
        expect([url, answer.statusCode, answer.json().error]).toEqual([url, otherwise, expect.any(String)])
      }
    }
  })

  it('answers GET and HEAD of a screen only', async () => {
    const app = await start()
    for (const [url, status, allow] of [
      ['/albums', 405, 'GET, HEAD'],
      ['/favicon.svg', 405, 'GET, HEAD'],
      ['/a/b/c/d', 404, undefined],
      ['/api/nothing', 404, undefined],
    ] as const) {
      const answer = await app.inject({ method: 'DELETE', url, headers: html })
      expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, status, allow])
    }
  })

  it('serves fingerprinted files as immutable, with the build’s compression', async () => {
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

  it('serves the service worker with revalidation and a policy that allows only our origin', async () => {
    const app = await start()
    for (const encoding of ['identity', 'br']) {
      const headers = { 'accept-encoding': encoding }
      const answer = await app.inject({ url: '/service-worker.js', headers })
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': expect.stringContaining('javascript'),
        'content-security-policy':
          "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
      })
    }
  })

  it('answers JSON, not a page, at API addresses', async () => {
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

  it('serves no other files', async () => {
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
      expect([url, answer.statusCode]).toEqual([
        url,
        expect.toSatisfy(status => status === 404 || status === 400),
      ])
    }
  })
})

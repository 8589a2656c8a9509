import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { toQuery } from './testing/connect-app.ts'
import { readJson } from './testing/read-answer.ts'
import { ids, startSubsonic } from './testing/start-subsonic.ts'

const codeOf = (body: string) => readJson(body).error?.code

onBothDatabases('the form of calls', open => {
  it('takes GET, HEAD and POST with and without .view, and the form before the address (SUB-01)', async () => {
    const { app, credentials, one, two } = await startSubsonic(open)
    const query = toQuery({ ...credentials, f: 'json' })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const name of ['ping', 'ping.view']) {
      expect(readJson((await app.inject(`/rest/${name}?${query}`)).body).status).toBe('ok')
      const posted = await app.inject({ method: 'POST', url: `/rest/${name}`, headers: type, payload: query })
      expect(readJson(posted.body).status).toBe('ok')
      const head = await app.inject({ method: 'HEAD', url: `/rest/${name}?${query}` })
      expect([head.statusCode, head.body]).toEqual([200, ''])
    }
    const mixed = await app.inject({
      method: 'POST',
      url: `/rest/getSong?${query}&id=${ids.track(one)}`,
      headers: type,
      payload: toQuery({ id: ids.track(two) }),
    })
    expect(readJson(mixed.body).song).toMatchObject({ id: ids.track(two) })
    const wrongCase = await app.inject(`/rest/getSong?${query}&ID=${ids.track(one)}`)
    expect(codeOf(wrongCase.body)).toBe(10)
  })

  it('takes long addresses, forms of 10,000 ids, and no more (SUB-01)', async () => {
    const { app, credentials } = await startSubsonic(open)
    const many = Array.from({ length: 10_000 }, (_, at) => `tr-${String(at).padStart(22, '0')}`)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (payload: string) => app.inject({ method: 'POST', url: '/rest/ping', headers, payload })
    const long = toQuery({ ...credentials, f: 'json', id: many })
    expect(readJson((await post(long)).body).status).toBe('ok')
    const huge = await post(`${long}&${'x'.repeat(2 * 1024 * 1024)}`)
    expect([huge.statusCode, huge.headers['content-type']]).toEqual([413, 'text/xml; charset=utf-8'])
    const url = `/rest/ping?${toQuery({ ...credentials, f: 'json', id: many.slice(0, 400) })}`
    expect(readJson((await app.inject(url)).body).status).toBe('ok')
  })

  it('writes lists of one as lists, nothing as null, and the outer object without hits (SUB-03)', async () => {
    const { app, credentials, still, one } = await startSubsonic(open)
    const read = async (call: string) => {
      const { body } = await app.inject(`/rest/${call}${toQuery({ ...credentials, f: 'json' })}`)
      expect(body).not.toContain('null')
      return readJson(body)
    }
    const { searchResult3 } = await read('search3?query=still&')
    expect(searchResult3).toEqual({ album: [expect.objectContaining({ id: ids.album(still) })] })
    expect(await read('search3?query=nowhere&')).toMatchObject({ searchResult3: {} })
    expect(await read('getNowPlaying?')).toMatchObject({ nowPlaying: { entry: [] } })
    const { song } = await read(`getSong?id=${ids.track(one)}&`)
    expect(song).toMatchObject({ isDir: false, duration: expect.any(Number), genres: [{ name: 'Jazz' }] })
  })

  it('writes times with milliseconds in UTC, and lengths in whole seconds (SUB-10)', async () => {
    const { app, credentials, one, put } = await startSubsonic(open)
    const clock = await put.artist('Clock')
    const long = await put.track('Long', await put.album('Times', clock), [clock], {
      added_at: Date.UTC(2024, 1, 29, 12, 30, 15, 7),
      true_samples: 44_100 * 61.6,
    })
    const read = async (call: string) =>
      readJson((await app.inject(`/rest/${call}&${toQuery({ ...credentials, f: 'json' })}`)).body)
    const { song } = await read(`getSong?id=${ids.track(long)}`)
    expect(song).toMatchObject({ created: '2024-02-29T12:30:15.007Z', duration: 62 })
    await read(`createBookmark?id=${ids.track(one)}&position=1234&comment=here`)
    const bookmark = { position: 1234, created: expect.stringMatching(/T[\d:]{8}\.\d{3}Z$/) }
    expect((await read('getBookmarks?x=')).bookmarks).toMatchObject({ bookmark: [bookmark] })
    const { indexes } = await read('getIndexes?x=')
    expect((indexes as { lastModified: number }).lastModified).toBeGreaterThan(Date.UTC(2024, 0, 1))
  })

  it('answers in XML or JSON, and in XML to any other wish; scripts are plain JSON (SUB-02, SUB-08)', async () => {
    const { send } = await startSubsonic(open)
    for (const f of ['xml', 'yaml', '']) {
      const xml = await send('ping', { f })
      expect([xml.headers['content-type'], xml.body.slice(0, 5)]).toEqual([
        'text/xml; charset=utf-8',
        '<?xml',
      ])
    }
    for (const callback of ['jQuery_1.done', 'alert(1)', undefined]) {
      const json = await send('ping', { f: 'jsonp', ...(callback && { callback }) })
      expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(readJson(json.body).status).toBe('ok')
    }
    const refused = await send('getSong', { f: 'jsonp', callback: 'alert' })
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(codeOf(refused.body)).toBe(10)
  })

  it('answers as a script where the operator offers it (SUB-02, SUB-08)', async () => {
    const { send } = await startSubsonic(open, { offersJsonp: true })
    const callback = await send('ping', { f: 'jsonp', callback: 'jQuery_1.done' })
    expect(callback.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(callback.body).toMatch(/^jQuery_1\.done\(\{"subsonic-response":\{.*\}\}\);$/)
    expect(readJson((await send('ping', { f: 'jsonp' })).body).status).toBe('ok')
    expect(codeOf((await send('ping', { f: 'jsonp', callback: 'alert(1)' })).body)).toBe(10)
  })

  it('says in each answer who speaks, refusals included (SUB-04, SUB-05, SUB-06)', async () => {
    const { send, app } = await startSubsonic(open)
    const unknown = await send('getNothing')
    expect([unknown.statusCode, codeOf(unknown.body)]).toEqual([200, 0])
    const refused = await app.inject('/rest/ping?f=json')
    expect([refused.statusCode, codeOf(refused.body)]).toEqual([200, 10])
    const xml = await app.inject('/rest/ping')
    expect(xml.body).toMatch(
      /status="failed" version="1\.16\.1" type="refrain" serverVersion="\S+" openSubsonic="true"><error code="10"/,
    )
  })

  it('is open to pages of any site, without cookies (SUB-12, SUB-13)', async () => {
    const { app, send, ada } = await startSubsonic(open)
    const answer = await send('ping', {}, { headers: { origin: 'https://app.example.org' } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'content-length, content-range, accept-ranges, etag, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    const preflight = await app.inject({ method: 'OPTIONS', url: '/rest/getSong.view' })
    expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'range, content-type',
    ])
    const cookie = { cookie: `token=${ada['auth-token']}`, 'auth-token': ada['auth-token'] }
    expect(
      codeOf((await app.inject({ url: '/rest/ping?v=1.16.1&c=Test&f=json', headers: cookie })).body),
    ).toBe(10)
  })

  it('reads numbers with care (SUB-11)', async () => {
    const { send, read } = await startSubsonic(open)
    expect(codeOf((await send('getAlbumList2', { type: 'newest', size: 'many' })).body)).toBe(10)
    const all = await read('getAlbumList2', { type: 'newest', size: 9_999, offset: -5 })
    expect((all.albumList2 as { album: unknown[] }).album).toHaveLength(2)
    const none = await read('getAlbumList2', { type: 'newest', size: -1 })
    expect(none.albumList2).toEqual({ album: [] })
    const last = await read('getAlbumList2', { type: ['byYear', 'newest'], 'id[]': 'x', __proto__: 'y' })
    expect((last.albumList2 as { album: unknown[] }).album).toHaveLength(2)
  })

  it('takes ids of other kinds, forms and lengths for unknown, and empty ones for missing (SUB-09)', async () => {
    const { send, still, one } = await startSubsonic(open)
    for (const id of [ids.album(still), one, 'tr-', `tr-${'x'.repeat(65)}`, 'tr-../..', "tr-' or 1=1", '1'])
      expect([id, codeOf((await send('getSong', { id })).body)]).toEqual([id, 70])
    expect(codeOf((await send('getSong', { id: '' })).body)).toBe(10)
  })

  it('is gone where the operator switches it off (SUB-31)', async () => {
    const { app, credentials } = await startSubsonic(open, { offersApps: false })
    const answer = await app.inject(`/rest/ping?${toQuery(credentials)}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })
})

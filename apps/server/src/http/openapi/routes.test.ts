import { operations } from '@refrain/contract/operations'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { startApp } from '../../testing/start-app.ts'

onBothDatabases('the API documentation', openDatabase => {
  it('describes every operation and its callers as OpenAPI', async () => {
    const app = await startApp(await openDatabase())
    const { paths } = (await app.inject('/api/openapi.json')).json()
    for (const operation of operations) {
      const call = paths[operation.path]?.[operation.method.toLowerCase()]
      expect(call).toMatchObject({
        operationId: operation.name,
        'x-who': operation.who,
        responses: { 200: expect.anything(), 400: expect.anything(), 429: expect.anything() },
      })
    }
    expect(paths['/api/fetchMoreAlbums'].post.requestBody.content['application/json'].schema).toEqual({
      type: 'object',
      properties: { page: { type: 'integer', minimum: 1, maximum: 10_000 } },
      required: ['page'],
      additionalProperties: false,
    })
    const deleteUser = paths['/api/auth/deleteUser'].delete
    const getCookie = paths['/api/getCookie/{name}'].get
    expect([deleteUser.tags, deleteUser.security]).toEqual([['account'], [{ token: [] }]])
    expect([Object.keys(getCookie.responses), getCookie.security]).toEqual([
      ['200', '400', '403', '404', '429', '503'],
      undefined,
    ])
    expect(Object.keys(paths['/api/updatePlaylist'].post.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '412',
      '413',
      '415',
      '429',
      '503',
    ])
    expect(
      paths['/api/auth/createuser'].post.requestBody.content['application/json'].schema.properties,
    ).toEqual({
      name: { type: 'string', minLength: 3, maxLength: 60 },
      email: { type: 'string', maxLength: 254, format: 'email' },
      password: { type: 'string', minLength: 8, maxLength: 128, format: 'password' },
      invitation: { type: 'string', maxLength: 64 },
    })
    expect(paths['/api/albums/{id}'].get.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
      required: true,
    })
  })

  it('describes every operation as a page without scripts', async () => {
    const app = await startApp(await openDatabase())
    const page = await app.inject('/api/docs')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const operation of operations) expect(page.body).toContain(`<h3>${operation.name}</h3>`)
    expect(page.body).not.toMatch(/<script|style=|\son\w+=/)
    const style = await app.inject('/api/docs.css')
    expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  })
})

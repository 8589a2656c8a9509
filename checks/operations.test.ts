import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteCookie } from '@refrain/contract/account/cookies'
import { createUser } from '@refrain/contract/account/sign-in'
import { fillPath, pathNames } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../apps/server/src/app.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../apps/server/src/database/open.ts'
import { readSettings } from '../apps/server/src/settings.ts'
import { root } from './sources.ts'

let dataDir: string
let open: OpenDatabase
let app: FastifyInstance
/** `GET /api/albums/{}` of everything the server answers, HEAD left out: addresses alike may name their parts differently. */
let answered: string[]

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-checks-'))
  const settings = { ...readSettings({}), dataDir }
  open = openDatabase(settings)
  await migrate(open)
  app = await buildApp({ open, settings })
  await app.ready()
  answered = readRoutes(app.printRoutes({ commonPrefix: false }))
})

afterAll(async () => {
  await app.close()
  await open.close()
  rmSync(dataDir, { recursive: true })
})

/** Puts the printed tree together again: each line is a piece of an address, below what it follows. */
function readRoutes(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', piece = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (!piece && !methods) return []
    const depth = indent.length / 4
    above[depth] = (depth > 0 ? (above[depth - 1] ?? '') : '') + piece
    const address = above[depth].replaceAll(/:\w+(?:\|:\w+)*/g, '{}')
    const named = methods?.split(', ').filter(method => method !== 'HEAD') ?? []
    return named.map(method => `${method} ${address}`)
  })
}

/** The cells of every row of the tables in the reviewed file. */
function readTable(): string[][] {
  const text = readFileSync(join(root, 'checks/who-may-call.md'), 'utf8')
  const rows = text.split('\n').filter(line => /^\| (?!Operation|Address)/.test(line))
  return rows.map(row => row.slice(2, -2).split(' | '))
}

const unnamed = (address = '') => address.replaceAll(/\{\w+\}/g, '{}')
const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('operations', () => {
  it('are all answered, and nothing is answered that the reviewed file does not name', () => {
    const written = readTable().map(cells => unnamed(cells.length === 3 ? cells[1] : cells[0]))
    expect(answered.toSorted()).toEqual(written.toSorted())
    expect(answered).toEqual(expect.arrayContaining(operations.map(addressOf).map(unnamed)))
  })

  it('say who may call them as the reviewed file does', () => {
    const written = readTable().filter(cells => cells.length === 3)
    const said = operations.map(operation => [operation.name, addressOf(operation), operation.who])
    expect(written.toSorted()).toEqual(said.toSorted())
  })

  it('have a name, an address and an input of their own, and name what their address takes', () => {
    expect(new Set(operations.map(operation => operation.name)).size).toBe(operations.length)
    expect(new Set(operations.map(addressOf)).size).toBe(operations.length)
    for (const operation of operations) {
      const fields = Object.keys(operation.input._zod.def.shape)
      for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) expect(fields).toContain(name)
    }
  })

  it('that are not for guests refuse whoever is not signed in, and nobody keeps their answers (API-01, PROP-13)', async () => {
    const notForGuests = operations.filter(({ who }) => who !== 'guest')
    expect(notForGuests.length).toBeGreaterThan(1)
    for (const operation of notForGuests) {
      expect([operation.name, operation.caching]).toEqual([operation.name, 'none'])
      const names = pathNames(operation.path)
      const url = fillPath(operation.path, Object.fromEntries(names.map(name => [name, 'a'])))
      for (const headers of [
        {},
        { 'auth-token': '' },
        { 'auth-token': 'malformed' },
        { 'auth-token': 'A'.repeat(43) },
        { cookie: `token=${'A'.repeat(43)}` },
      ]) {
        const { statusCode } = await app.inject({ method: operation.method, url, headers })
        expect([operation.name, headers, statusCode]).toEqual([operation.name, headers, 401])
      }
    }
  })

  it('that are not for guests refuse a session that is over, and the cookie but where they are said to take it (READ-26)', async () => {
    const payload = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }
    const signUp = async (n: number) => {
      const given = { ...payload, email: `${n}${payload.email}` }
      const answer = await app.inject({ method: 'POST', url: createUser.path, payload: given })
      return answer.json().authtoken as string
    }
    const over = await signUp(1)
    const live = await signUp(2)
    const logOut = fillPath(deleteCookie.path, { name: 'token' })
    await app.inject({ url: logOut, headers: { cookie: `token=${over}` } })
    for (const operation of operations.filter(({ who }) => who !== 'guest')) {
      const { name, method, path, acceptsCookie } = operation
      const values = Object.fromEntries(pathNames(path).map(part => [part, 'a']))
      const status = async (headers: Record<string, string>) =>
        (await app.inject({ method, url: fillPath(path, values), headers })).statusCode
      expect([name, await status({ 'auth-token': over })]).toEqual([name, 401])
      expect([name, await status({ cookie: `token=${over}` })]).toEqual([name, 401])
      const foreign = { cookie: `token=${live}`, 'sec-fetch-site': 'cross-site' }
      expect([name, await status(foreign)]).toEqual([name, acceptsCookie ? 403 : 401])
      if (!acceptsCookie) expect([name, await status({ cookie: `token=${live}` })]).toEqual([name, 401])
    }
  })

  it('that give or take cookies refuse other sites and have no HEAD (API-14 to API-16)', async () => {
    for (const operation of operations.filter(({ sameOrigin }) => sameOrigin)) {
      expect([operation.name, operation.caching]).toEqual([operation.name, 'none'])
      const url = fillPath(operation.path, { name: 'track' })
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
        { origin: 'https://evil.example' },
      ]) {
        const { statusCode } = await app.inject({ method: operation.method, url, headers })
        expect([operation.name, headers, statusCode]).toEqual([operation.name, headers, 403])
      }
      expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
    }
  })

  it('each have a server test that calls them by name', () => {
    const listed = execFileSync(
      'git',
      ['ls-files', '-co', '--exclude-standard', 'apps/server/**/*.test.ts'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    const tests = listed
      .split('\n')
      .filter(Boolean)
      .map(path => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    const untested = operations.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(tests))
    expect(untested.map(operation => operation.name)).toEqual([])
  })
})

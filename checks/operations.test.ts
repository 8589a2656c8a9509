import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteCookie } from '@refrain/contract/account/cookies'
import { createUser } from '@refrain/contract/account/sign-in'
import { fillPath, type Operation, pathNames } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import { wireFields } from '@refrain/contract/record'
import { buildApp } from '@refrain/server/app'
import { migrate } from '@refrain/server/database/migrate'
import { type OpenDatabase, openDatabase } from '@refrain/server/database/open'
import { readSettings } from '@refrain/server/settings'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listFiles, readFile } from './sources.ts'

let dataDir: string
let open: OpenDatabase
let app: FastifyInstance

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-checks-'))
  const settings = { ...readSettings({}), dataDir }
  open = openDatabase(settings)
  await migrate(open)
  app = await buildApp({ open, settings })
  await app.ready()
})

afterAll(async () => {
  await app.close()
  await open.close()
  rmSync(dataDir, { recursive: true })
})

/** The cells of every table row in checks/who-may-call.md. */
function readTable(): string[][] {
  const text = readFile('checks/who-may-call.md')
  const rows = text.split('\n').filter(line => /^\| (?!Operation|Address)/.test(line))
  return rows.map(row => row.slice(2, -2).split(' | '))
}

const callerOf = ({ who, needsRecentSignIn }: Operation) =>
  needsRecentSignIn ? `${who}, signed in recently` : who
const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('operations', () => {
  it('have the callers that checks/who-may-call.md lists', () => {
    const listed = readTable().filter(cells => cells.length === 3)
    const defined = operations.map(operation => [operation.name, addressOf(operation), callerOf(operation)])
    expect(listed.toSorted()).toEqual(defined.toSorted())
  })

  it('have unique names and addresses, and an input field for each path parameter', () => {
    expect(new Set(operations.map(operation => operation.name)).size).toBe(operations.length)
    expect(new Set(operations.map(addressOf)).size).toBe(operations.length)
    for (const operation of operations) {
      const fields = wireFields(operation.input)
      for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) expect(fields).toContain(name)
    }
  })

  it('return 401 without a session and are never cached, unless they are for guests (API-01, PROP-13)', async () => {
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

  it('reject ended sessions, and the cookie unless they accept it (READ-26)', async () => {
    const payload = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }
    const signUp = async (n: number) => {
      const given = { ...payload, email: `${n}${payload.email}` }
      const answer = await app.inject({ method: 'POST', url: createUser.path, payload: given })
      return answer.json().authtoken as string
    }
    const ended = await signUp(1)
    const valid = await signUp(2)
    const logOut = fillPath(deleteCookie.path, { name: 'token' })
    await app.inject({ url: logOut, headers: { cookie: `token=${ended}` } })
    for (const operation of operations.filter(({ who }) => who !== 'guest')) {
      const { name, method, path, acceptsCookie, sameOrigin } = operation
      const values = Object.fromEntries(pathNames(path).map(part => [part, 'a']))
      const status = async (headers: Record<string, string>) =>
        (await app.inject({ method, url: fillPath(path, values), headers })).statusCode
      expect([name, await status({ 'auth-token': ended })]).toEqual([name, 401])
      expect([name, await status({ cookie: `token=${ended}` })]).toEqual([name, 401])
      const foreign = { cookie: `token=${valid}`, 'sec-fetch-site': 'cross-site' }
      expect([name, await status(foreign)]).toEqual([name, acceptsCookie || sameOrigin ? 403 : 401])
      if (!acceptsCookie) expect([name, await status({ cookie: `token=${valid}` })]).toEqual([name, 401])
    }
  })

  it('reject other sites and HEAD if they read or write cookies (API-14 to API-16)', async () => {
    for (const operation of operations.filter(({ sameOrigin }) => sameOrigin)) {
      expect([operation.name, operation.caching]).toEqual([operation.name, 'none'])
      const url = fillPath(operation.path, { name: 'track', playlistId: 'a' })
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

  it('are each called by name in a server test', () => {
    const tests = listFiles('apps/server/**/*.test.ts').map(readFile).join('\n')
    const untested = operations.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(tests))
    expect(untested.map(operation => operation.name)).toEqual([])
  })
})

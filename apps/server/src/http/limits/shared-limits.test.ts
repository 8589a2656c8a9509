import { login } from '@refrain/contract/account/sign-in'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { makePostgres } from '../../testing/databases/both-databases.ts'
import { call, startApp } from '../../testing/start-app.ts'

const SOON = { timeout: 20_000 }

it('limits of calls and of failed logins hold for all processes on a database together', async () => {
  const { open, end } = await makePostgres()
  onTestFinished(end)
  const serve = () => startApp(open, { settings: { rateLimitScale: 1 } })
  const [one, other] = [await serve(), await serve()]
  const guess = async (app: typeof one) =>
    (await call(app, login, { email: 'ada@example.org', password: 'a wrong guess' })).statusCode
  for (let n = 0; n < 10; n++) expect(await guess(one)).toBe(401)
  expect(await guess(other)).toBe(401)
  const counts = () => sql<{ count: number }>`select count from rate_counts`.execute(open.db)
  const isExchanged = async () => (await counts()).rows.some(({ count }) => count === 11)
  await expect.poll(isExchanged, SOON).toBe(true)
  let tries = 0
  await expect
    .poll(() => {
      tries++
      return guess(other)
    }, SOON)
    .toBe(429)
  // By itself it would have taken nine more.
  expect(tries).toBeLessThan(9)
  // Another limit has room.
  expect((await call(other, fetchPopularArtists, {})).statusCode).toBe(200)
})

import { createAppKey } from '@refrain/contract/account/app-keys'
import { startPasskey } from '@refrain/contract/account/passkeys'
import { login } from '@refrain/contract/account/sign-in'
import { enableTotp, startTotp } from '@refrain/contract/account/totp'
import { createInvitation } from '@refrain/contract/administration/people'
import { operations } from '@refrain/contract/operations'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { GuestBrowser } from '../testing/passkeys.ts'
import { type Example, examplesOf } from '../testing/permission-examples.ts'
import { createScenario, type Scenario } from '../testing/permission-matrix.ts'
import { ADA } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'
import { createEmailLink } from './email/email-links.ts'

/** Every table as text. */
async function dump(db: Database): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables
      .filter(({ isView }) => !isView)
      .map(async ({ name }) => [name, (await sql`select * from ${sql.table(name)}`.execute(db)).rows]),
  )
  expect(rows.flatMap(([, of]) => of).length).toBeGreaterThan(20)
  return JSON.stringify(rows, (_name, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )
}

/** What everybody reads afterwards: the answers of all calls that change nothing. */
async function readAll(app: Awaited<ReturnType<typeof startApp>>, scene: Scenario): Promise<string> {
  const examples = examplesOf(scene)
  const reads = operations.filter(
    ({ name, method }) => (method === 'GET' && name !== 'createPlaylist') || name === 'fetchOwnUser',
  )
  const bodies: string[] = []
  for (const operation of reads) {
    const { input, endless } = examples[operation.name] as Example
    if (endless) continue
    for (const who of ['guest', 'owner', 'other', 'administrator', 'service'] as const)
      bodies.push((await call(app, operation, input as never, scene.callers[who])).body)
  }
  expect(bodies.length).toBeGreaterThan(100)
  return bodies.join('\n')
}

/** A secret as a dump might show it. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const compact = secret.replaceAll('-', '')
  return [secret, compact, ...(['base64', 'base64url', 'hex'] as const).map(form => bytes.toString(form))]
}

onBothDatabases('a copy of the database and all answers', open => {
  it('hold nothing with which somebody could sign in', { timeout: 60_000 }, async () => {
    const opened = await open()
    const { db } = opened
    const app = await startApp(opened)
    const scene = await createScenario(app, db)
    const { owner, administrator } = scene.callers
    const { userId } = scene
    const session = (await answerOf(app, login, { email: ADA.email, password: ADA.password })).authtoken
    const make = (kind: 'password' | 'apiKey') =>
      answerOf(app, createAppKey, { name: 'My phone', kind, scope: 'edit' }, owner)
    const totp = await answerOf(app, startTotp, {}, owner)
    const code = new TOTP({ secret: totp.secret }).generate()
    const { recoveryCodes } = await answerOf(app, enableTotp, { code }, owner)
    const pending = (await answerOf(app, startTotp, {}, owner)).secret
    const invited = await answerOf(app, createInvitation, { note: '', uses: 1, days: 1 }, administrator)
    const browser = new GuestBrowser(app)
    const signIn = await browser.startSignIn()
    const another = await answerOf(app, startPasskey, {}, owner)
    const link = (purpose: 'reset' | 'verify') =>
      write(db, tx => createEmailLink(tx, purpose, { userId, email: ADA.email }))
    const secrets: Record<string, string> = {
      password: ADA.password,
      session,
      'session of another': administrator['auth-token'],
      'app password': (await make('password')).secret,
      'API key': (await make('apiKey')).secret,
      'authenticator app': totp.secret,
      'pending authenticator app': pending,
      ...Object.fromEntries(recoveryCodes.map((each, n) => [`recovery code ${n}`, each])),
      'link for a new password': await link('reset'),
      'link that verifies an address': await link('verify'),
      invitation: invited.token,
      'service key': String(scene.callers.service['service-key']),
      'challenge of a guest': signIn.challenge,
      'challenge of a listener': another.challenge,
      'cookie of a challenge': String(browser.headers.cookie).split('=')[1] ?? '',
    }
    const [stored, answered] = [await dump(db), await readAll(app, scene)]
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(10)
      const found = forms(secret).filter(form => stored.includes(form) || answered.includes(form))
      expect(found, name).toEqual([])
    }
  })
})

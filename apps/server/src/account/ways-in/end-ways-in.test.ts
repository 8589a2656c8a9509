import { changeEmail } from '@refrain/contract/account/email'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { addPasskey, startPasskey } from '@refrain/contract/account/passkeys'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { changePerson, signOutPerson } from '../../administration/people/change-person.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import { accountEmails } from '../../notifications/account-emails.ts'
import { createEmailChannel } from '../../notifications/email/email-channels.ts'
import type { Email } from '../../notifications/email/email-transport.ts'
import { SignedLinks } from '../../notifications/email/signed-links.ts'
import { type ClaimedDelivery, claimDeliveries, postpone } from '../../notifications/outbox/claim-store.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { addOwnPasskey, GuestBrowser } from '../../testing/passkeys.ts'
import { SoftAuthenticator } from '../../testing/soft-authenticator.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { createAppKey } from '../app-keys/app-keys.ts'
import { SealingKey } from '../app-keys/sealing-key.ts'
import { createEmailLink, requireEmailLink } from '../email/email-links.ts'
import { resetPassword } from '../email/reset-password.ts'
import { sendLinkTo, verifyEmail } from '../email/verify-email.ts'
import { changePassword } from '../passwords/change-password.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { Sessions } from '../sessions/sessions.ts'
import { hashToken } from '../sessions/token.ts'
import { startSession } from '../sign-in/sign-in.ts'
import type { EmailLinkPurpose } from '../tables.ts'
import { enableTotp, startTotp } from '../totp/second-factor.ts'
import type { AccountEvent } from './end-ways-in.ts'

const PASSWORD = 'analytical engine'
const NEXT = 'difference engine'
const SEALING = new SealingKey(Buffer.alloc(32))
const CLIENT = { address: '203.0.113.7', userAgent: '' }

/** An account, its owner's session and a thief's. */
interface Scene {
  readonly db: Database
  readonly app: FastifyInstance
  readonly userId: string
  readonly email: string
  readonly owner: { userId: string; session: string; signedInAt: number }
  readonly thief: { userId: string; session: string; signedInAt: number }
  readonly headers: { 'auth-token': string }
  /** Writes and sends an email. @param isRefused by the mail server, for now */
  send(delivery: ClaimedDelivery, isRefused?: boolean): Promise<Email | undefined>
}

type IsOpen = () => Promise<boolean>

const tokenIn = ({ text }: Email) => /#token=([\w-]{43})/.exec(text)?.[1]
const succeeds = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )

let number = 0

/** Asks for a link. @returns the id of the delivery that will carry it */
async function ask({ db, app, email, headers }: Scene, purpose: EmailLinkPurpose): Promise<string> {
  const ids = async () => (await db.selectFrom('deliveries').select('id').execute()).map(({ id }) => id)
  const before = await ids()
  number++
  // Each from another network, to another address: one request would stand for all of the same minute.
  if (purpose === 'reset')
    await write(db, tx => accountEmails.passwordReset(tx, email, `10.${number >> 8}.${number & 255}.1`))
  else await answerOf(app, changeEmail, { email: `thief-${number}@example.net` }, headers)
  const [id, ...others] = (await ids()).filter(each => !before.includes(each))
  expect(others).toEqual([])
  return String(id)
}

/** Claims a delivery for another attempt. @returns undefined if it was dropped */
async function claim({ db }: Scene, id: string): Promise<ClaimedDelivery | undefined> {
  const times = { now: Date.now(), until: Date.now() + 60_000 }
  const [delivery] = await write(db, tx => claimDeliveries(tx, [id], times))
  return delivery
}

/** Claims a delivery twice: the first attempt is not made if another link was sent lately. */
async function claimAgain(scene: Scene, id: string): Promise<ClaimedDelivery> {
  const first = await claim(scene, id)
  if (first) await write(scene.db, tx => postpone(tx, [first], { notBefore: Date.now() }))
  const delivery = await claim(scene, id)
  if (!delivery) throw new Error('There is no such delivery.')
  return delivery
}

/** The email has arrived. */
async function sent(scene: Scene, purpose: EmailLinkPurpose): Promise<IsOpen> {
  const mail = await scene.send(await claimAgain(scene, await ask(scene, purpose)))
  const token = (mail && tokenIn(mail)) ?? ''
  expect(token).not.toBe('')
  return () => succeeds(requireEmailLink(scene.db, purpose, token))
}

/** The mail server refuses the email for a while. */
async function refused(scene: Scene, purpose: EmailLinkPurpose): Promise<IsOpen> {
  const delivery = await claimAgain(scene, await ask(scene, purpose))
  expect(await scene.send(delivery, true)).toBeUndefined()
  await write(scene.db, tx => postpone(tx, [delivery], { notBefore: Date.now() }))
  return async () => {
    const again = await claim(scene, delivery.id)
    return again !== undefined && carriesLink(await scene.send(again))
  }
}

/** A process has taken the email, and not written it yet. */
async function claimed(scene: Scene, purpose: EmailLinkPurpose): Promise<IsOpen> {
  const delivery = await claimAgain(scene, await ask(scene, purpose))
  return async () => carriesLink(await scene.send(delivery))
}

const carriesLink = (mail: Email | undefined) => mail !== undefined && tokenIn(mail) !== undefined

/** Everything that opens or moves an account: each makes one, and says whether it still works. */
const WAYS = {
  session: async ({ app, headers }) => {
    return async () => (await call(app, fetchOwnUser, {}, headers)).statusCode === 200
  },
  'sent link for a password': scene => sent(scene, 'reset'),
  'sent link for another address': scene => sent(scene, 'verify'),
  'refused email with a link for a password': scene => refused(scene, 'reset'),
  'refused email with a link for another address': scene => refused(scene, 'verify'),
  'claimed email with a link for a password': scene => claimed(scene, 'reset'),
  'claimed email with a link for another address': scene => claimed(scene, 'verify'),
  'passkey being added': async ({ app, headers }) => {
    const options = await answerOf(app, startPasskey, {}, headers)
    const passkey = new SoftAuthenticator().create(options)
    return async () => (await call(app, addPasskey, { passkey }, headers)).statusCode === 200
  },
  passkey: async ({ app, headers }) => {
    const authenticator = new SoftAuthenticator()
    await addOwnPasskey(app, authenticator, headers)
    return async () => (await new GuestBrowser(app).signIn(authenticator)).statusCode === 200
  },
  'app key': async ({ db, thief }) => {
    const { row } = await createAppKey(db, SEALING, thief, { name: 'App', kind: 'apiKey', scope: 'edit' })
    const query = db.selectFrom('app_keys').select('id').where('id', '=', row.id)
    return async () => (await query.executeTakeFirst()) !== undefined
  },
  'app key being created': async ({ db, thief }) => {
    const key = { name: 'App', kind: 'apiKey', scope: 'edit' } as const
    return () => succeeds(createAppKey(db, SEALING, thief, key))
  },
  'authenticator app being set up': async ({ db, thief, owner }) => {
    await startTotp(db, thief, SEALING)
    const query = db.selectFrom('totp_secrets').select('pending').where('user_id', '=', owner.userId)
    return async () => ((await query.executeTakeFirst())?.pending ?? null) !== null
  },
  'change of the address being asked for': async ({ db, thief }) => {
    return () => succeeds(sendLinkTo(db, thief, 'late@example.net', accountEmails))
  },
  'password being changed': async ({ db, thief }) => {
    const given = { currentPassword: PASSWORD, newPassword: 'jacquard loom' }
    return () => succeeds(changePassword(db, thief, accountEmails, given))
  },
  'code being entered': async ({ db, thief }) => {
    const parts = { key: SEALING, mails: accountEmails }
    // 401 for an ended session, 403 for a wrong code.
    return () =>
      enableTotp(db, thief, '000000', parts).then(
        () => true,
        error => error.statusCode !== 401,
      )
  },
} satisfies Record<string, (scene: Scene) => Promise<IsOpen>>

type Way = keyof typeof WAYS
const ALL = Object.keys(WAYS) as Way[]

type Happening = {
  readonly name: AccountEvent['name']
  readonly keepsAppKeys?: boolean
  readonly removesPasskeys?: boolean
}

const HAPPENINGS: readonly Happening[] = [
  { name: 'passwordReset' },
  { name: 'signedOutByAdministrator' },
  { name: 'disabled' },
  { name: 'passwordChanged' },
  { name: 'passwordChanged', keepsAppKeys: true },
  { name: 'passwordChanged', removesPasskeys: true },
  { name: 'passwordChanged', keepsAppKeys: true, removesPasskeys: true },
  { name: 'emailChanged' },
  { name: 'otherSessionsEnded' },
  { name: 'sessionEnded' },
]

/** What still works afterwards, as the rule says. */
function surviving({ name, keepsAppKeys, removesPasskeys }: Happening): readonly Way[] {
  if (name === 'passwordReset' || name === 'signedOutByAdministrator') return []
  if (name !== 'passwordChanged') return ['app key', 'passkey']
  return [...(keepsAppKeys ? (['app key'] as const) : []), ...(removesPasskeys ? [] : (['passkey'] as const))]
}

async function happen({ db, userId, owner, thief }: Scene, happening: Happening): Promise<void> {
  const by = { command: 'a test' }
  const sessions = new Sessions(db)
  switch (happening.name) {
    case 'passwordReset': {
      const token = await write(db, tx => createEmailLink(tx, 'reset', { userId, email: '' }))
      await resetPassword(db, { token, newPassword: NEXT }, accountEmails)
      break
    }
    case 'signedOutByAdministrator':
      return signOutPerson(db, by, userId, accountEmails)
    case 'disabled':
      await changePerson(db, by, userId, { isDisabled: true }, accountEmails)
      await changePerson(db, by, userId, { isDisabled: false }, accountEmails)
      break
    case 'passwordChanged': {
      const given = { ...happening, name: undefined, currentPassword: PASSWORD, newPassword: NEXT }
      await changePassword(db, owner, accountEmails, given)
      break
    }
    case 'emailChanged': {
      const link = { userId, email: `new-${userId}@example.org`, session: owner.session }
      await verifyEmail(db, await write(db, tx => createEmailLink(tx, 'verify', link)), accountEmails)
      break
    }
    case 'otherSessionsEnded':
      return sessions.revokeOthers(userId, owner.session, accountEmails)
    case 'sessionEnded': {
      const ids = (await sessions.list(userId, owner.session)).filter(each => !each.isCurrent)
      expect(ids).toHaveLength(1)
      expect(thief.session).not.toBe(owner.session)
      await sessions.revoke(userId, ids[0]?.id ?? '', accountEmails)
    }
  }
}

onBothDatabases('the ways into an account', open => {
  it('end with what the rule says, whichever there are and in whatever order they were made', async () => {
    const opened = await open()
    const { db } = opened
    const app = await startApp(opened, { settings: { smtpUrl: 'smtp://localhost' } })
    const hash = await hashPassword(PASSWORD)
    let written: Email | undefined
    const transport = {
      async send(mail: Email) {
        written = mail
        return 'sent' as const
      },
      close() {},
    }
    const readSettings = () => readLiveSettings(db, {})
    const parts = { db, links: new SignedLinks(db), origin: 'https://music.example.org', readSettings }
    const channel = createEmailChannel(parts, transport)
    let users = 0

    async function setUp(): Promise<Scene> {
      const userId = `user-${users++}`
      const email = `${userId}@example.org`
      const account = { id: userId, name: 'Ada Lovelace', profile_path: '', google_sub: null, created_at: 1 }
      const address = { email, folded_email: email, email_verified_at: 1 }
      await db
        .insertInto('users')
        .values({ ...account, ...address, password_hash: hash })
        .execute()
      const start = () => write(db, tx => startSession(tx, userId, CLIENT))
      const actor = (token: string) => ({ userId, session: hashToken(token), signedInAt: Date.now() })
      const [own, stolen] = [await start(), await start()]
      return {
        ...{ db, app, userId, email, owner: actor(own), thief: actor(stolen) },
        headers: { 'auth-token': stolen },
        async send(delivery, isRefused = false) {
          written = undefined
          await channel.send([delivery])
          return isRefused ? undefined : written
        },
      }
    }

    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(ALL, { minLength: 1 }),
        fc.constantFrom(...HAPPENINGS),
        async (ways, happening) => {
          const scene = await setUp()
          const made: [Way, IsOpen][] = []
          for (const way of ways) made.push([way, await WAYS[way](scene)])
          await happen(scene, happening)
          const open: Way[] = []
          for (const [way, isOpen] of made) if (await isOpen()) open.push(way)
          const survivors = surviving(happening)
          expect(open.toSorted()).toEqual(ways.filter(way => survivors.includes(way)).toSorted())
          await db.deleteFrom('users').where('id', '=', scene.userId).execute()
          await db.deleteFrom('deliveries').execute()
        },
      ),
      // Each event meets all ways at least once.
      { numRuns: HAPPENINGS.length + 8, examples: HAPPENINGS.map(happening => [ALL, happening]) },
    )
  })
})

import { parseArgs } from 'node:util'
import { RESET_PASSWORD_PATH } from '@refrain/contract/account/email-paths'
import { lockAdministrators, setAdministrator } from '../account/administrator-store.ts'
import { deleteAllAppPasswords } from '../account/app-keys/app-key-store.ts'
import { readSealingKey } from '../account/app-keys/open-sealing-key.ts'
import { foldEmail } from '../account/sign-up/fold-email.ts'
import { findLostSecrets } from '../account/totp/second-factor.ts'
import { readCredentials } from '../account/user-store.ts'
import { recordAction } from '../administration/audit/record-action.ts'
import { listAdministrators } from '../administration/people/people-store.ts'
import { createResetLink, turnOffTotp } from '../administration/people/restore-access.ts'
import { migrate } from '../database/migrate.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { accountEmails } from '../notifications/account-emails.ts'
import { OperatorError, readSettings, SettingError, type Settings } from '../settings.ts'
import { formatCount } from './format-count.ts'
import { openExisting } from './prepare-database.ts'
import { runProgram } from './run-program.ts'

const HELP = `Makes a listener an administrator, who finds Administration in the account menu.

  npm run admin -- EMAIL            the account with this email address, which must exist
  npm run admin -- EMAIL --remove   make it a listener's again
  npm run admin -- EMAIL --reset-link
                                    print a link for a new password, to hand over: it works once, for a day
  npm run admin -- EMAIL --turn-off-two-step-login
                                    turn off two-step login for the account: its password is enough then
  npm run admin -- --list           list all administrators
  npm run admin -- --delete-app-passwords
                                    delete the app passwords of all listeners, if their key is lost
  npm run admin -- --turn-off-lost-two-step-logins
                                    turn off two-step login for listeners whose secret cannot be read: their
                                    passwords are enough then, and they are told by email

Settings come from the environment or a .env file: see docs/operating.md.`

/** As the administrators' log calls whoever runs this. */
const BY = { command: 'npm run admin' }

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      remove: { type: 'boolean' },
      'reset-link': { type: 'boolean' },
      'turn-off-two-step-login': { type: 'boolean' },
      'delete-app-passwords': { type: 'boolean' },
      'turn-off-lost-two-step-logins': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const actions = Object.entries(values).filter(([, isGiven]) => isGiven)
  if (actions.length > 1)
    throw new SettingError(`Give one of ${actions.map(([name]) => `--${name}`).join(', ')}: see --help.`)
  const settings = readSettings(process.env)
  const open = await openExisting(settings)
  try {
    await migrate(open)
    const [email, ...others] = positionals
    if (values.list) await list(open.db)
    else if (values['delete-app-passwords']) await deleteAppPasswords(open.db)
    else if (values['turn-off-lost-two-step-logins']) await turnOffLostTotp(open.db, settings)
    else if (email === undefined || others.length > 0)
      throw new OperatorError('Name one account by its email address: npm run admin -- EMAIL.')
    else if (values['reset-link']) await printResetLink(open.db, email, settings)
    else if (values['turn-off-two-step-login']) await turnOffTotpOf(open.db, email)
    else await change(open.db, email, !values.remove)
  } finally {
    await open.close()
  }
})

async function change(db: Database, email: string, isAdministrator: boolean): Promise<void> {
  const id = await findAccount(db, email)
  const left = await write(db, async tx => {
    await setAdministrator(tx, id, isAdministrator)
    await recordAction(tx, BY, isAdministrator ? 'madeAdministrator' : 'madeListener', { personId: id })
    return lockAdministrators(tx, '')
  })
  console.log(
    isAdministrator ? `${email} is an administrator now.` : `${email} is no administrator any more.`,
  )
  if (left.length === 0) console.log('There is no administrator who can sign in.')
}

async function findAccount(db: Database, email: string): Promise<string> {
  const account = await readCredentials(db, foldEmail(email))
  if (account) return account.id
  throw new OperatorError(`There is no account with the address ${email}: sign up in the browser first.`)
}

async function printResetLink(db: Database, email: string, { publicUrl }: Settings): Promise<void> {
  const { token } = await createResetLink(db, BY, await findAccount(db, email))
  const address = `${RESET_PASSWORD_PATH}#token=${token}`
  console.log(publicUrl === '' ? address : publicUrl + address)
  console.log('It works once, for a day, and ends all sessions, passkeys, app passwords and API keys.')
  if (publicUrl === '') console.log('PUBLIC_URL is not set: put the address of your service in front of it.')
}

async function turnOffTotpOf(db: Database, email: string): Promise<void> {
  const wasOn = await turnOffTotp(db, BY, await findAccount(db, email), accountEmails)
  console.log(wasOn ? `Logins of ${email} ask for no code any more.` : `Logins of ${email} ask for no code.`)
}

async function deleteAppPasswords(db: Database): Promise<void> {
  const count = await write(db, async tx => {
    await recordAction(tx, BY, 'deletedAppPasswords')
    return deleteAllAppPasswords(tx)
  })
  console.log(`Deleted ${count} app passwords. Listeners make new ones on My Account.`)
}

async function turnOffLostTotp(db: Database, settings: Settings): Promise<void> {
  const lost = await findLostSecrets(db, readSealingKey(settings))
  for (const userId of lost) await turnOffTotp(db, BY, userId, accountEmails)
  console.log(
    lost.length === 0
      ? 'No two-step login was turned off: all of them can be read.'
      : `Turned off two-step login for ${formatCount(lost.length, 'account')}. Listeners can set it up again on My Account.`,
  )
}

async function list(db: Database): Promise<void> {
  const administrators = await listAdministrators(db)
  if (administrators.length === 0) console.log('There is no administrator.')
  for (const { email, name, isDisabled } of administrators) {
    console.log(`${email}  ${name}${isDisabled ? '  (disabled)' : ''}`)
  }
}

import type { completeSetUp } from '@refrain/contract/administration/set-up'
import type { InputOf } from '@refrain/contract/operation'
import type { AccountEmails } from '../../account/account-emails.ts'
import { setAdministrator } from '../../account/administrator-store.ts'
import type { Client } from '../../account/sessions/client.ts'
import { createAccount, type Signup } from '../../account/sign-up/sign-up.ts'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { changeLiveSetting } from '../../live-settings/live-settings.ts'
import { closeSetUp, type SetUpChoices, storeSetUpChoices } from '../../set-up/set-up-store.ts'
import type { Settings } from '../../settings.ts'
import { recordAction } from '../audit/record-action.ts'
import { rejectFixed } from './fixed-choices.ts'

export interface SetUpParts {
  readonly db: Database
  readonly settings: Settings
  readonly mails: AccountEmails
  /** Begins what was chosen. */
  readonly onSetUp: (choices: SetUpChoices) => void
}

const CHOSEN_SETTINGS = ['serviceName', 'signUp', 'guests'] as const

type Chosen = Pick<InputOf<typeof completeSetUp>, 'music' | 'sample' | (typeof CHOSEN_SETTINGS)[number]>

/**
 * Creates the first administrator and stores what was chosen, in one transaction; then begins it.
 * @returns the token of the administrator's session
 * @throws NotFoundError if somebody else was faster
 * @throws InvalidInputError if the environment gives what was chosen
 */
export async function setUpService(
  { db, settings, mails, onSetUp }: SetUpParts,
  signup: Signup,
  chosen: Chosen,
  client: Client,
  signal: AbortSignal,
): Promise<string> {
  rejectFixed(settings, chosen)
  const { music = '', sample = true } = chosen
  const choices = { music, wantsSample: sample }
  const token = await createAccount(
    db,
    signup,
    {
      mails,
      async admit(tx: Transaction) {
        if (!(await closeSetUp(tx))) throw new NotFoundError()
      },
      async complete(tx: Transaction, userId: string) {
        await setAdministrator(tx, userId, true)
        await storeSetUpChoices(tx, choices)
        for (const name of CHOSEN_SETTINGS) {
          const value = chosen[name]
          if (value) await changeLiveSetting(tx, settings.given, name, value)
        }
        await recordAction(tx, { userId }, 'setUp')
        // The pages' configuration is cached.
        await incrementCatalogueVersion(tx)
      },
    },
    client,
    signal,
  )
  onSetUp(choices)
  return token
}

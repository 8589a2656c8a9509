import {
  GIVEN_BY_ENVIRONMENT,
  GUEST_MODES,
  initialSettings,
  type LiveSetting,
  type LiveSettingName,
  type LiveSettings,
  SIGN_UP_MODES,
  WATCH_MODES,
} from '@refrain/contract/administration/settings'
import { textLimits } from '@refrain/contract/limits'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Database, Transaction } from '../database/tables.ts'
import { InvalidInputError, RequestError } from '../http/errors/request-errors.ts'
import { type GivenSettings, liveValues } from '../setting-schemas.ts'
import { deleteSetting, readStoredSettings, storeSetting } from './live-setting-store.ts'

const WRONG_ADDRESS = 'Enter a whole address, such as https://www.example.org, or nothing.'

/** Why a setting cannot have a value. */
const REFUSALS: Readonly<Record<LiveSettingName, string>> = {
  serviceName: `Enter a name of at most ${textLimits.serviceName.max} characters, without spaces around it.`,
  signUp: `Choose one of: ${SIGN_UP_MODES.join(', ')}.`,
  guests: `Choose one of: ${GUEST_MODES.join(', ')}.`,
  watch: `Choose one of: ${WATCH_MODES.join(', ')}.`,
  artistsUrl: WRONG_ADDRESS,
  chatUrl: WRONG_ADDRESS,
}

const NAMES = Object.keys(initialSettings) as LiveSettingName[]

/** The settings that may change while the service runs: of the environment, else as changed, else as they are at first. */
export async function listLiveSettings(db: Database, given: GivenSettings): Promise<LiveSetting[]> {
  const stored = await readStoredSettings(db)
  return NAMES.map(name => {
    const [fromEnvironment, changed] = [given[name], stored.get(name)]
    if (fromEnvironment !== undefined) return { name, value: fromEnvironment, source: 'environment' }
    // A release may no longer know a value that was stored.
    const isKnown = changed !== undefined && liveValues[name].safeParse(changed).success
    return isKnown
      ? { name, value: changed, source: 'stored' }
      : { name, value: initialSettings[name], source: 'initial' }
  })
}

/** The same by name. */
export async function readLiveSettings(db: Database, given: GivenSettings): Promise<LiveSettings> {
  const settings = await listLiveSettings(db, given)
  return Object.fromEntries(settings.map(({ name, value }) => [name, value])) as unknown as LiveSettings
}

/**
 * Changes a setting.
 * @param value null sets it back
 * @throws RequestError (409) if the environment gives it, (400) if it cannot have this value
 */
export async function changeLiveSetting(
  tx: Transaction,
  given: GivenSettings,
  name: LiveSettingName,
  value: string | null,
): Promise<void> {
  if (given[name] !== undefined) throw new RequestError(409, GIVEN_BY_ENVIRONMENT)
  if (value === null) return deleteSetting(tx, name)
  if (!liveValues[name].safeParse(value).success) throw new InvalidInputError(REFUSALS[name])
  await storeSetting(tx, name, value)
}

/** Whether guests see nothing of the music. */
export async function isPrivateService(db: Database, given: GivenSettings): Promise<boolean> {
  return given.guests ? given.guests === 'off' : (await readLiveSettings(db, given)).guests === 'off'
}

/** What the service calls itself. */
export async function readServiceName(db: Database, given: GivenSettings): Promise<string> {
  return given.serviceName || (await readLiveSettings(db, given)).serviceName || PRODUCT_NAME
}

import { textLimits } from '@refrain/contract/limits'
import {
  type AppCaller,
  type AppKeys,
  type MatchesSecret,
  matchesPassword,
  matchesToken,
} from '../../account/app-keys/app-keys.ts'
import { badParameter, CODES, SubsonicError } from '../subsonic-error.ts'
import type { GuessLimits } from './guess-limits.ts'
import type { Parameters } from './parameters.ts'

/** A listener who calls through an app. */
export interface Caller extends AppCaller {
  /** The name that the app signed in with. */
  readonly username: string
  /** What the app calls itself. */
  readonly client: string
}

const WRONG = 'Wrong username or app password. Make an app password on My Account.'
const MAX_SALT_BYTES = 256
const HEX = /^(?:[0-9a-f]{2})+$/i
const VERSION = /^(\d{1,4})(?:\.\d{1,4}){0,2}$/
const OUR_MAJOR = 1

/** @throws SubsonicError (10, 20, 30) if the app does not say which protocol it speaks, or speaks another one */
function requireVersion(parameters: Parameters): void {
  const version = parameters.required('v')
  const major = VERSION.exec(version)?.[1]
  if (major === undefined) throw badParameter('v', 'is no version')
  if (Number(major) < OUR_MAJOR)
    throw new SubsonicError(CODES.clientTooOld, 'This app is too old: the service speaks version 1.')
  if (Number(major) > OUR_MAJOR)
    throw new SubsonicError(CODES.serverTooOld, 'This app is too new: the service speaks version 1.')
}

/**
 * Identifies the listener by an app password or API key. Nothing else is looked at: no cookie and no header.
 * @param address where the call comes from: wrong guesses are counted by it, and the listener sees the network of right ones
 * @param helpUrl where app passwords are made
 * @throws SubsonicError
 */
export async function authenticate(
  parameters: Parameters,
  {
    keys,
    limits,
    address,
    helpUrl,
  }: { keys: AppKeys; limits: GuessLimits; address: string; helpUrl?: string },
): Promise<Caller> {
  requireVersion(parameters)
  const client = readClient(parameters)
  const apiKey = parameters.get('apiKey')
  if (apiKey !== undefined) {
    if (['u', 'p', 't', 's'].some(name => parameters.get(name) !== undefined))
      throw new SubsonicError(CODES.conflictingCredentials, 'Send an API key or a user name, not both.')
    const caller = await keys.findByApiKey(apiKey, { client, address })
    if (caller) return { ...caller, username: caller.email, client }
    limits.countFailure('', address)
    throw new SubsonicError(CODES.wrongApiKey, 'Wrong API key.', { ...(helpUrl && { helpUrl }) })
  }
  const username = parameters.required('u')
  const matches = username.length <= textLimits.email.max ? readSecret(parameters) : undefined
  const caller = matches && (await keys.findByPassword(username, matches, { client, address }))
  if (caller) return { ...caller, username, client }
  limits.countFailure(username.slice(0, textLimits.email.max), address)
  throw new SubsonicError(CODES.wrongCredentials, WRONG, { ...(helpUrl && { helpUrl }) })
}

/** @returns undefined for what cannot be a password. @throws SubsonicError (10, 43) */
function readSecret(parameters: Parameters): MatchesSecret | undefined {
  const [p, t, s] = ['p', 't', 's'].map(name => parameters.get(name))
  if (p !== undefined) {
    if (t !== undefined || s !== undefined)
      throw new SubsonicError(CODES.conflictingCredentials, 'Send a password or a token, not both.')
    if (!p.startsWith('enc:')) return matchesPassword(p)
    const hex = p.slice('enc:'.length)
    return HEX.test(hex) ? matchesPassword(Buffer.from(hex, 'hex').toString('utf8')) : undefined
  }
  const token = parameters.required('t')
  const salt = parameters.required('s')
  if (Buffer.byteLength(salt) > MAX_SALT_BYTES) throw badParameter('s', 'is too long')
  return matchesToken(token, salt)
}

/** What the app calls itself, in a length that is stored. @throws SubsonicError (10) without it */
function readClient(parameters: Parameters): string {
  // Half of a character may be left.
  return parameters.required('c').slice(0, textLimits.appClient.max).toWellFormed()
}

import * as z from 'zod/mini'
import { textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { noInput } from '../values.ts'

/** Who may create an account. */
export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** Whether guests see and hear the music; with `off`, the service is private. */
export const GUEST_MODES = ['listen', 'off'] as const
export type GuestMode = (typeof GUEST_MODES)[number]

/** Whether changes in the folders of music are imported by themselves. */
export const WATCH_MODES = ['off', 'on'] as const
export type WatchMode = (typeof WATCH_MODES)[number]

/** The settings that administrators may change while the service runs. */
export interface LiveSettings {
  readonly signUp: SignUpMode
  readonly guests: GuestMode
  readonly watch: WatchMode
  /** What the service calls itself, or '' for the product's name. */
  readonly serviceName: string
  /** Site for artists, or '' for the built-in page. */
  readonly artistsUrl: string
  /** Chat link of the contact page, or '' for the site's root. */
  readonly chatUrl: string
}
export type LiveSettingName = keyof LiveSettings

/** What they are until somebody changes them, and the environment's name for each. */
export const initialSettings: LiveSettings = {
  serviceName: '',
  guests: 'listen',
  signUp: 'open',
  watch: 'on',
  artistsUrl: '',
  chatUrl: '',
}
export const settingVariables: Readonly<Record<LiveSettingName, string>> = {
  serviceName: 'SERVICE_NAME',
  signUp: 'SIGN_UP',
  guests: 'GUESTS',
  watch: 'WATCH',
  artistsUrl: 'ARTISTS_URL',
  chatUrl: 'CHAT_URL',
}

const name = z.enum(['serviceName', 'signUp', 'guests', 'watch', 'artistsUrl', 'chatUrl'])

const setting = z.object({
  name,
  value: z.string(),
  /** Where the value comes from. One from the environment cannot be changed here. */
  source: z.enum(['environment', 'stored', 'initial']),
})
export type LiveSetting = z.infer<typeof setting>

const settingList = z.object({ settings: z.array(setting) })

export const fetchLiveSettings = operation({
  name: 'fetchLiveSettings',
  summary: 'The settings that administrators may change while the service runs.',
  method: 'GET',
  path: '/api/admin/settings',
  who: 'administrator',
  caching: 'none',
  input: noInput,
  output: settingList,
})

/** The refusal to change what the environment gives. */
export const GIVEN_BY_ENVIRONMENT = 'The environment of the service gives this setting: change it there.'

export const updateLiveSetting = operation({
  name: 'updateLiveSetting',
  summary:
    'Changes a setting for all processes; `null` sets it back. 400 if it cannot have this value, 409 if the environment gives it.',
  method: 'POST',
  path: '/api/admin/settings',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: GIVEN_BY_ENVIRONMENT },
  input: z.strictObject({
    name,
    value: z.nullable(z.string().check(z.maxLength(textLimits.settingValue.max))),
  }),
  output: settingList,
})

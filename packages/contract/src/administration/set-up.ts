import * as z from 'zod/mini'
import { signedIn } from '../account/signed-in.ts'
import { countLimits, sessionRates, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { noInput } from '../values.ts'
import { GUEST_MODES, SIGN_UP_MODES } from './settings.ts'

/** What the set-up chooses and the environment may have given, and the environment's name for each. */
export const setUpVariables = {
  music: 'MUSIC',
  sample: 'SAMPLE',
  serviceName: 'SERVICE_NAME',
  signUp: 'SIGN_UP',
  guests: 'GUESTS',
} as const
export type SetUpChoice = keyof typeof setUpVariables

const closed = 'There is nothing to set up any more.'
/** The refusal without the code. No address takes its place. */
export const WRONG_SET_UP_CODE =
  'Open the link that the service printed when it last started, or enter the code in it.'
/** The refusal of a folder: one text, so that it does not reveal what there is elsewhere. */
export const UNREADABLE_FOLDER = 'This folder cannot be read here. Choose another, or change MUSIC_ROOTS.'
const errors = { 403: WRONG_SET_UP_CODE, 404: closed }

/** How far audio files are counted. */
export const COUNTED_FILES = 10_000

const code = z.string().check(z.maxLength(textLimits.setUpCode.max))
const folder = z.string().check(z.maxLength(textLimits.folder.max))

const setUp = z.object({
  /** What the environment gives: it cannot be chosen here. */
  fixed: z.array(z.enum(['music', 'sample', 'serviceName', 'signUp', 'guests'])),
  /** What the service calls itself as things are, or '' for the product's name. */
  serviceName: z.string(),
  /** Who may create an account as things are. */
  signUp: z.enum(SIGN_UP_MODES),
  /** Whether guests may listen as things are. */
  guests: z.enum(GUEST_MODES),
})
export type SetUp = z.infer<typeof setUp>

export const fetchSetUp = operation({
  name: 'fetchSetUp',
  summary: 'What the set-up of a new service needs. 404 for ever once it is done, or anybody has an account.',
  method: 'GET',
  path: '/api/setup',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: { 404: closed },
  input: noInput,
  output: setUp,
})

export const folderList = z.object({
  /** The folder, or null for the list of folders in which music may be. */
  path: z.nullable(z.string()),
  /** Null for the list of folders in which music may be; absent there. */
  parent: z.optional(z.nullable(z.string())),
  folders: z.array(z.object({ name: z.string(), path: z.string() })),
})
export type FolderList = z.infer<typeof folderList>

export const fetchSetUpFolders = operation({
  name: 'fetchSetUpFolders',
  summary: `The folders in a folder of the server, during the set-up; without a path, those in which music may be. At most ${countLimits.folders}.`,
  method: 'POST',
  path: '/api/setup/folders',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  perMinute: sessionRates.setUpFolders,
  isPerAddress: true,
  errors,
  input: z.strictObject({ code, path: z.optional(folder) }),
  output: folderList,
})

export const countSetUpFiles = operation({
  name: 'countSetUpFiles',
  summary: `How many audio files are in a folder of \`fetchSetUpFolders\` and in those inside it, during the set-up. Counts for 3 s and to ${COUNTED_FILES}; a later call ends an earlier one.`,
  method: 'POST',
  path: '/api/setup/files',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  perMinute: sessionRates.setUpFolders,
  isPerAddress: true,
  errors,
  input: z.strictObject({ code, path: folder }),
  output: z.object({
    files: z.number(),
    /** False if there may be more. */
    isAll: z.boolean(),
  }),
})

export const completeSetUp = operation({
  name: 'completeSetUp',
  summary:
    'Sets a new service up: creates its first administrator by the rules of `createUser`, signs in, and stores what was chosen. Works once.',
  method: 'POST',
  path: '/api/setup',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  perMinute: sessionRates.completeSetUp,
  isPerAddress: true,
  errors,
  input: z.strictObject({
    code,
    name: z.string(),
    email: z.string(),
    password: z.string(),
    /** A folder of `fetchSetUpFolders`. */
    music: z.optional(folder),
    /** Whether the sample catalogue is served while there is no other music. */
    sample: z.optional(z.boolean()),
    serviceName: z.optional(z.string().check(z.maxLength(textLimits.serviceName.max))),
    signUp: z.optional(z.enum(SIGN_UP_MODES)),
    guests: z.optional(z.enum(GUEST_MODES)),
  }),
  output: signedIn,
})

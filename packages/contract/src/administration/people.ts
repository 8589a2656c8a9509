import * as z from 'zod/mini'
import { countLimits, dayLimits, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { cursor, id, isoDate, noInput, success } from '../values.ts'

/** A listener as administrators see them: never what they listen to. */
const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  picturePath: z.string(),
  createdAt: isoDate,
  /** When a session of theirs was last used, to the hour; null if they have none. */
  lastUsedAt: z.nullable(isoDate),
  /** Browsers in which they are signed in. */
  sessions: z.number(),
  /** Bytes of their pictures. */
  storage: z.number(),
  isAdministrator: z.boolean(),
  isDisabled: z.boolean(),
  /** Whether logins with their password ask for a code. */
  hasTotp: z.boolean(),
  /** True if they sign in through the identity provider. */
  isProviderAccount: z.boolean(),
})
export type Person = z.infer<typeof person>

export const fetchPeople = operation({
  name: 'fetchPeople',
  summary: `Listeners whose name or email address contains \`query\`, newest first, ${countLimits.peoplePage} at a time. \`next\` goes into the following call as \`after\`, and is absent at the end.`,
  method: 'GET',
  path: '/api/admin/people',
  who: 'administrator',
  caching: 'none',
  input: z.strictObject({
    query: z.optional(z.string().check(z.maxLength(textLimits.searchQuery.max))),
    after: z.optional(cursor),
  }),
  output: z.object({ people: z.array(person), total: z.number(), next: z.optional(cursor) }),
})

/** No administrator would be left who can sign in. */
export const LAST_ADMINISTRATOR = 'This is the last administrator: make somebody else one first.'
const lastAdministrator = { 404: 'There is no such listener.', 409: LAST_ADMINISTRATOR }

export const updatePerson = operation({
  name: 'updatePerson',
  summary:
    'Makes a listener an administrator or not, and disables or enables the account. A disabled account cannot sign in; its sessions, links and pending changes end, and nothing else of it is deleted. 409 if no administrator would be left.',
  method: 'POST',
  path: '/api/admin/people/{id}',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: lastAdministrator,
  input: z.strictObject({
    id,
    isAdministrator: z.optional(z.boolean()),
    isDisabled: z.optional(z.boolean()),
  }),
  output: person,
})

export const signOutPerson = operation({
  name: 'signOutPerson',
  summary:
    'Ends all sessions of a listener, links that were sent to them and a pending change of their address, and removes their passkeys, app passwords and API keys. Password, two-step login and identity provider stay.',
  method: 'POST',
  path: '/api/admin/people/{id}/signOut',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 404: 'There is no such listener.' },
  input: z.strictObject({ id }),
  output: success,
})

export const createResetLink = operation({
  name: 'createResetLink',
  summary: `Creates a link for a new password of a listener, whom the administrator knows and hands it to. Its token is in this response only; \`/reset-password#token=TOKEN\` works once, for ${dayLimits.handedResetLink * 24} hours. What it ends is described at \`resetPassword\`; it verifies no address.`,
  method: 'POST',
  path: '/api/admin/people/{id}/resetLink',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 404: 'There is no such listener.' },
  input: z.strictObject({ id }),
  output: z.object({ token: z.string(), expiresAt: isoDate }),
})

export const turnOffTotpOfPerson = operation({
  name: 'turnOffTotpOfPerson',
  summary:
    'Turns off the two-step login of a listener who has lost authenticator app and recovery codes, or whom somebody has locked out with it. They are told by email.',
  method: 'POST',
  path: '/api/admin/people/{id}/turnOffTotp',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 404: 'There is no such listener.' },
  input: z.strictObject({ id }),
  output: person,
})

export const deletePerson = operation({
  name: 'deletePerson',
  summary:
    'Deletes an account and everything that belongs to it, as listeners can do themselves. 409 if no administrator would be left.',
  method: 'DELETE',
  path: '/api/admin/people/{id}',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: lastAdministrator,
  input: z.strictObject({ id }),
  output: success,
})

const invitation = z.object({
  id,
  /** For administrators: whom it is for. */
  note: z.string(),
  createdAt: isoDate,
  expiresAt: isoDate,
  /** Accounts that can be created with it. */
  uses: z.number(),
  /** Accounts that were. */
  used: z.number(),
})
export type Invitation = z.infer<typeof invitation>

export const fetchInvitations = operation({
  name: 'fetchInvitations',
  summary: 'Invitations that have not expired, newest first. Their secrets are not stored.',
  method: 'GET',
  path: '/api/admin/invitations',
  who: 'administrator',
  caching: 'none',
  input: noInput,
  output: z.object({ invitations: z.array(invitation) }),
})

export const createInvitation = operation({
  name: 'createInvitation',
  summary: `Creates an invitation for up to ${countLimits.invitationUses} accounts. Its token is in this response only; with it, \`/signup#invitation=TOKEN\` creates an account even while sign-up is for the invited.`,
  method: 'POST',
  path: '/api/admin/invitations',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: `There are ${countLimits.invitations} invitations: delete one first.` },
  input: z.strictObject({
    note: z.string().check(z.maxLength(textLimits.invitationNote.max)),
    uses: z.int().check(z.gte(1), z.lte(countLimits.invitationUses)),
    days: z.int().check(z.gte(1), z.lte(countLimits.invitationDays)),
  }),
  output: z.object({ invitation, token: z.string() }),
})

export const deleteInvitation = operation({
  name: 'deleteInvitation',
  summary: 'Deletes an invitation. Accounts that were created with it stay.',
  method: 'DELETE',
  path: '/api/admin/invitations/{id}',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 404: 'There is no such invitation.' },
  input: z.strictObject({ id }),
  output: success,
})

import * as z from 'zod/mini'
import { countLimits, textLimits } from '../limits.ts'
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
    'Makes a listener an administrator or not, and disables or enables the account. A disabled account cannot sign in and its sessions end; nothing of it is deleted. 409 if no administrator would be left.',
  method: 'POST',
  path: '/api/admin/people/{id}',
  who: 'administrator',
  caching: 'none',
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
  summary: 'Ends all sessions of a listener, and revokes their app passwords and API keys.',
  method: 'POST',
  path: '/api/admin/people/{id}/signOut',
  who: 'administrator',
  caching: 'none',
  errors: { 404: 'There is no such listener.' },
  input: z.strictObject({ id }),
  output: success,
})

export const deletePerson = operation({
  name: 'deletePerson',
  summary:
    'Deletes an account and everything that belongs to it, as listeners can do themselves. 409 if no administrator would be left.',
  method: 'DELETE',
  path: '/api/admin/people/{id}',
  who: 'administrator',
  caching: 'none',
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
  errors: { 404: 'There is no such invitation.' },
  input: z.strictObject({ id }),
  output: success,
})

import * as z from 'zod/mini'
import { countLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { cursor, id, isoDate } from '../values.ts'

/** What was done by administrators, or by programs with a service key. */
const ADMINISTRATIVE_ACTIONS = [
  'madeAdministrator',
  'madeListener',
  'disabled',
  'enabled',
  'signedOut',
  'madeResetLink',
  'turnedOffTotp',
  'deleted',
  'invited',
  'madeServiceKey',
  'deletedServiceKey',
  'deletedAppPasswords',
  'invitationDeleted',
  'changedSetting',
  'setUp',
  'scanned',
  'addedFolder',
  'removedFolder',
  'forgot',
  'pausedJob',
  'resumedJob',
  'startedJob',
  'startedBackup',
  'uploadedPicture',
  'removedPicture',
  'changedPlaylistOwner',
  'removedPlaylist',
  'restoredPlaylist',
] as const
export type AdministrativeAction = (typeof ADMINISTRATIVE_ACTIONS)[number]

const auditEntry = z.object({
  id,
  at: isoDate,
  action: z.enum(ADMINISTRATIVE_ACTIONS),
  /** Name of the administrator, or null for a program or an account that has been deleted. */
  actor: z.nullable(z.string()),
  /** Name of the service key, or null for an administrator. */
  serviceKey: z.nullable(z.string()),
  /** Name of the listener whom it concerned, or null if nobody, or the account has been deleted. */
  person: z.nullable(z.string()),
  /** What else it concerned, such as the name of a setting. */
  detail: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const fetchAudit = operation({
  name: 'fetchAudit',
  summary: `What administrators did, newest first, ${countLimits.auditPage} at a time. \`next\` goes into the following call as \`after\`, and is absent at the end.`,
  method: 'GET',
  path: '/api/admin/audit',
  who: 'administrator',
  caching: 'none',
  input: z.strictObject({ after: z.optional(cursor) }),
  output: z.object({ entries: z.array(auditEntry), next: z.optional(cursor) }),
})

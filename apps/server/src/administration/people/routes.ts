import { randomBytes } from 'node:crypto'
import {
  createInvitation,
  createResetLink,
  deleteInvitation,
  deletePerson,
  fetchInvitations,
  fetchPeople,
  type Invitation,
  signOutPerson,
  turnOffTotpOfPerson,
  updatePerson,
} from '@refrain/contract/administration/people'
import { countLimits } from '@refrain/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { DeletionParts } from '../../account/delete-account.ts'
import { createToken, hashToken } from '../../account/sessions/token.ts'
import {
  deleteExpiredInvitations,
  insertInvitation,
  readInvitations,
  removeInvitation,
} from '../../account/sign-up/invitation-store.ts'
import type { InvitationRow } from '../../account/tables.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { recordAction } from '../audit/record-action.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../time-cursor.ts'
import {
  changePerson,
  deletePerson as deleteAsAdministrator,
  requirePerson,
  signOutPerson as signOut,
} from './change-person.ts'
import { countPeople, readPeople } from './people-store.ts'
import { createResetLink as createLink, turnOffTotp } from './restore-access.ts'

const ID_BYTES = 16
const DAY_MS = 86_400_000

export interface PeopleParts extends DeletionParts {
  readonly db: Database
  readonly liveUpdates: LiveUpdates
}

export function registerPeople(app: FastifyInstance, parts: PeopleParts): void {
  const { db, liveUpdates } = parts
  bind(app, fetchPeople, async ({ query = '', after }) => {
    const most = countLimits.peoplePage
    const people = await readPeople(db, query.trim(), most, decodeTimeCursor(after))
    const last = people.length === most ? people.at(-1) : undefined
    const total = await countPeople(db, query.trim())
    return { people, total, ...(last && { next: encodeTimeCursor(Date.parse(last.createdAt), last.id) }) }
  })
  bind(app, updatePerson, async ({ id, ...change }, by) => {
    const person = await changePerson(db, by, id, change, parts.mails)
    if (person.isDisabled) liveUpdates.publishSessionEnd(id)
    else liveUpdates.publish({ userId: id }, 'user')
    return person
  })
  bind(app, signOutPerson, async ({ id }, by) => {
    await signOut(db, by, id, parts.mails)
    liveUpdates.publishSessionEnd(id)
    return { success: true as const }
  })
  bind(app, createResetLink, async ({ id }, by) => {
    const { token, expiresAt } = await createLink(db, by, id)
    return { token, expiresAt: new Date(expiresAt).toISOString() }
  })
  bind(app, turnOffTotpOfPerson, async ({ id }, by) => {
    await turnOffTotp(db, by, id, parts.mails)
    liveUpdates.publish({ userId: id }, 'user')
    return requirePerson(db, id)
  })
  bind(app, deletePerson, async ({ id }, by) => {
    await deleteAsAdministrator(db, by, id, parts)
    liveUpdates.publishSessionEnd(id)
    return { success: true as const }
  })
}

export function registerInvitations(app: FastifyInstance, db: Database): void {
  bind(app, fetchInvitations, async () => {
    const rows = await readInvitations(db, Date.now(), countLimits.invitations)
    return { invitations: rows.map(toInvitation) }
  })
  bind(app, createInvitation, ({ note, uses, days }, by) => {
    const token = createToken()
    const created_at = Date.now()
    const row = {
      id: randomBytes(ID_BYTES).toString('base64url'),
      token_hash: hashToken(token),
      note: note.trim(),
      created_at,
      expires_at: created_at + days * DAY_MS,
      uses,
      used: 0,
    }
    return write(db, async tx => {
      await deleteExpiredInvitations(tx, created_at)
      const { length } = await readInvitations(tx, created_at, countLimits.invitations)
      if (length === countLimits.invitations)
        throw new RequestError(409, `There are ${length} invitations: delete one first.`)
      await insertInvitation(tx, row)
      await recordAction(tx, by, 'invited')
      return { invitation: toInvitation(row), token }
    })
  })
  bind(app, deleteInvitation, ({ id }, by) =>
    write(db, async tx => {
      if (!(await removeInvitation(tx, id))) throw new NotFoundError('There is no such invitation.')
      await recordAction(tx, by, 'invitationDeleted')
      return { success: true as const }
    }),
  )
}

function toInvitation(row: Omit<InvitationRow, 'token_hash'>): Invitation {
  const { id, note, created_at, expires_at, uses, used } = row
  const createdAt = new Date(created_at).toISOString()
  return { id, note, createdAt, expiresAt: new Date(expires_at).toISOString(), uses, used }
}

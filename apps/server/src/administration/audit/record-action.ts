import { randomBytes } from 'node:crypto'
import type { AdministrativeAction } from '@refrain/contract/administration/audit'
import type { Transaction } from '../../database/tables.ts'
import type { Actor, ServiceCaller } from '../../http/requests/actor.ts'
import { insertAuditEntry, readServiceKeyName } from './audit-store.ts'

const ID_BYTES = 16

/** Who may administer: a signed-in administrator, or a program with a service key. */
export type Administrator = Pick<Actor, 'userId'> | ServiceCaller

/** Records what an administrator does, in the transaction that does it. */
export async function recordAction(
  tx: Transaction,
  administrator: Administrator,
  action: AdministrativeAction,
  about: { readonly personId?: string; readonly detail?: string } = {},
): Promise<void> {
  const isProgram = 'serviceKey' in administrator
  await insertAuditEntry(tx, {
    id: randomBytes(ID_BYTES).toString('base64url'),
    at: Date.now(),
    action,
    actor_id: isProgram ? null : administrator.userId,
    service_key: isProgram ? await readServiceKeyName(tx, administrator.serviceKey) : null,
    person_id: about.personId ?? null,
    detail: about.detail ?? '',
  })
}

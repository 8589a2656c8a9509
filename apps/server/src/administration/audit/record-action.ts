import { randomBytes } from 'node:crypto'
import type { AdministrativeAction } from '@refrain/contract/administration/audit'
import type { Transaction } from '../../database/tables.ts'
import type { Actor, ServiceCaller } from '../../http/requests/actor.ts'
import { insertAuditEntry, readServiceKeyName } from './audit-store.ts'

const ID_BYTES = 16

/** Who calls administrative operations: a signed-in administrator, or a program with a service key. */
export type AdministrativeCaller = Pick<Actor, 'userId'> | ServiceCaller

/** Who may administer: these, or the operator at the command line. */
export type Administrator = AdministrativeCaller | { readonly command: string }

/** Records what an administrator does, in the transaction that does it. */
export async function recordAction(
  tx: Transaction,
  administrator: Administrator,
  action: AdministrativeAction,
  about: { readonly personId?: string; readonly detail?: string } = {},
): Promise<void> {
  await insertAuditEntry(tx, {
    id: randomBytes(ID_BYTES).toString('base64url'),
    at: Date.now(),
    action,
    actor_id: 'userId' in administrator ? administrator.userId : null,
    service_key: await readProgram(tx, administrator),
    person_id: about.personId ?? null,
    detail: about.detail ?? '',
  })
}

/** Name of the service key, or the command; null for a signed-in administrator. */
async function readProgram(tx: Transaction, administrator: Administrator): Promise<string | null> {
  if ('command' in administrator) return administrator.command
  return 'serviceKey' in administrator ? readServiceKeyName(tx, administrator.serviceKey) : null
}

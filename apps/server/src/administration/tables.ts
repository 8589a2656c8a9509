import type { AdministrativeAct } from '@refrain/contract/administration/audit'

/** Something that an administrator did, or a program with a service key. */
export interface AuditEntryRow {
  id: string
  at: number
  act: AdministrativeAct
  /** The administrator; null for a program, and once the account is deleted. */
  actor_id: string | null
  /** Name of the program's key. */
  service_key: string | null
  /** The listener whom it concerned; null if nobody, and once the account is deleted. */
  person_id: string | null
  /** What else it concerned, such as the name of a setting. */
  detail: string
}

export interface AdministrationTables {
  audit_entries: AuditEntryRow
}

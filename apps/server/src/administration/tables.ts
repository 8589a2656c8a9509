import type { AdministrativeAction } from '@refrain/contract/administration/audit'
import type { LogEntry } from '@refrain/contract/administration/log'

/** Something that an administrator did, or a program with a service key. */
export interface AuditEntryRow {
  id: string
  at: number
  action: AdministrativeAction
  /** The administrator; null for a program, and once the account is deleted. */
  actor_id: string | null
  /** Name of the program's key, or the command that the operator ran. */
  service_key: string | null
  /** The listener whom it concerned; null if nobody, and once the account is deleted. */
  person_id: string | null
  /** What else it concerned, such as the name of a setting. */
  detail: string
}

/** A warning or an error of a process. */
export interface LogEntryRow {
  id: string
  at: number
  level: LogEntry['level']
  message: string
  request_id: string | null
  /** Machine and process id. */
  process: string
}

export interface AdministrationTables {
  log_entries: LogEntryRow
  audit_entries: AuditEntryRow
}

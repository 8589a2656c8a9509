import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { AccountTables } from '../account/tables.ts'
import type { AdministrationTables } from '../administration/tables.ts'
import type { CatalogueTables } from '../catalogue/tables.ts'
import type { ImportingTables } from '../importing/tables.ts'
import type { JobTables } from '../jobs/tables.ts'
import type { LibraryTables } from '../library/tables.ts'
import type { ListeningTables } from '../listening/tables.ts'
import type { LiveSettingTables } from '../live-settings/tables.ts'
import type { MediaTables } from '../media/tables.ts'
import type { NotificationTables } from '../notifications/tables.ts'
import type { SetUpTables } from '../set-up/tables.ts'

export interface Tables
  extends AccountTables,
    AdministrationTables,
    CatalogueTables,
    ImportingTables,
    JobTables,
    LibraryTables,
    ListeningTables,
    LiveSettingTables,
    MediaTables,
    NotificationTables,
    SetUpTables {}

/** Reads take this. */
export type Database = Kysely<Tables>
/** Writes take this: a store function that changes rows says so in its type. */
export type Transaction = KyselyTransaction<Tables>

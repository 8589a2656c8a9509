import type { Migration } from '../migration.ts'
import { catalogue } from './001-catalogue.ts'

/** Every step, in order. A step that has been released is never changed. */
export const migrations: readonly Migration[] = [catalogue]

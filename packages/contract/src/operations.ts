import { accountOperations } from './account.ts'
import { catalogueOperations } from './catalogue.ts'
import { configurationOperations } from './configuration.ts'
import { cookieOperations } from './cookies.ts'
import { listeningOperations } from './listening.ts'
import { mediaOperations } from './media.ts'
import type { Operation } from './operation.ts'
import { searchOperations } from './search.ts'

/** Every call the server answers. A test holds it against what the server binds. */
export const operations: readonly Operation[] = [
  ...configurationOperations,
  ...mediaOperations,
  ...accountOperations,
  ...cookieOperations,
  ...catalogueOperations,
  ...searchOperations,
  ...listeningOperations,
]

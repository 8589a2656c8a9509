import type { Migration } from '../migration.ts'
import { catalogue } from './001-catalogue.ts'
import { search } from './002-search.ts'
import { accounts } from './003-accounts.ts'
import { listening } from './004-listening.ts'
import { soundAnalysis } from './005-sound-analysis.ts'
import { members } from './006-members.ts'
import { notifications } from './007-notifications.ts'
import { trash } from './008-trash.ts'
import { mailboxes } from './010-mailboxes.ts'
import { artistCovers } from './011-artist-covers.ts'
import { importStatus } from './012-import-status.ts'
import { archives } from './014-archives.ts'
import { largeCatalogue } from './015-large-catalogue.ts'
import { shortSearches } from './016-short-searches.ts'
import { sharedState } from './018-shared-state.ts'
import { administrators } from './020-administrators.ts'
import { importsAndJobs } from './021-imports-and-jobs.ts'
import { setUpAndLog } from './022-set-up-and-log.ts'

/** Every step, in order. A step that has been released is never changed. */
export const migrations: readonly Migration[] = [
  catalogue,
  search,
  accounts,
  listening,
  soundAnalysis,
  members,
  notifications,
  trash,
  mailboxes,
  artistCovers,
  importStatus,
  archives,
  largeCatalogue,
  shortSearches,
  sharedState,
  administrators,
  importsAndJobs,
  setUpAndLog,
]

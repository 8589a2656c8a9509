import { defineTexts } from '../../texts.ts'

/** What administrators should look at, and what to do about it. */
export const attentionTexts = defineTexts('attention', {
  title: 'Needs attention',
  nothing: 'Nothing. All is well.',
  dataFolderReadOnly:
    'The data folder cannot be written. Give the account of the service its permissions back, or mount it.',
  databaseReadOnly: 'The database cannot be written. See the log.',
  diskNearlyFull: 'The disk is nearly full. Make room, or move DATA_DIR to another disk.',
  errors: 'Errors were logged within the last day.',
  errorsLink: 'See the log',
  importFailed: 'The last import failed.',
  importLink: 'See why',
  jobFailed: 'A job failed when it last ran.',
  jobPaused: 'A job is paused. It does nothing until you resume it.',
  jobsLink: 'See the jobs',
  backupOverdue: 'The last backup is overdue. Check that BACKUP_TARGET can be written.',
  noBackups: 'No backups are made. Set BACKUP_TARGET and BACKUP_EVERY.',
  rateLimitsOff: 'Rate limits are off. Remove RATE_LIMIT_SCALE=0 unless you are testing.',
  runningAsRoot: 'The service runs as root. Start it with an account of its own.',
})

import type { JobName } from '@refrain/contract/administration/jobs'
import { collectionTexts } from '@refrain/messages/en/administration/collection'

const TITLES = {
  imports: 'importJob',
  analysis: 'analysis',
  notifications: 'notifications',
  cleanUps: 'cleanUps',
  backups: 'backups',
} as const

/** A job as the screens call it. @param name of the job; a later release may not know it any more */
export function nameJob(name: string): string {
  const key = TITLES[name as JobName]
  return key ? collectionTexts[key] : name
}

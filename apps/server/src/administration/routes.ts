import { fetchAudit } from '@refrain/contract/administration/audit'
import { fetchLog } from '@refrain/contract/administration/log'
import { fetchOverview } from '@refrain/contract/administration/overview'
import { fetchLiveSettings, updateLiveSetting } from '@refrain/contract/administration/settings'
import { countLimits } from '@refrain/contract/limits'
import type { FastifyInstance } from 'fastify'
import { incrementCatalogueVersion } from '../catalogue/version-writer.ts'
import type { OpenDatabase } from '../database/open.ts'
import { write } from '../database/retry.ts'
import { bind } from '../http/bind.ts'
import { changeLiveSetting, listLiveSettings } from '../live-settings/live-settings.ts'
import type { UploadParts } from '../media/uploads/store-upload.ts'
import type { Settings } from '../settings.ts'
import { readAuditEntries } from './audit/audit-store.ts'
import { recordAction } from './audit/record-action.ts'
import type { CollectionParts } from './collection/collection-parts.ts'
import { DuplicateFinder } from './collection/duplicate-finder.ts'
import { registerCataloguePictures } from './collection/picture-routes.ts'
import { registerPlaylistFiles } from './collection/playlist-file-routes.ts'
import { registerCollection } from './collection/routes.ts'
import type { JobParts } from './jobs/describe-job.ts'
import { registerJobs } from './jobs/routes.ts'
import { readLogEntries } from './log/log-store.ts'
import { MusicFolders } from './music-folders.ts'
import { OverviewReader } from './overview/overview-reader.ts'
import { type PeopleParts, registerInvitations, registerPeople } from './people/routes.ts'
import { decodeTimeCursor, encodeTimeCursor } from './time-cursor.ts'

export interface AdministrationParts
  extends Omit<PeopleParts, 'db'>,
    Omit<CollectionParts, 'db' | 'duplicates' | 'music' | 'given' | 'folders'>,
    Pick<JobParts, 'startBackup' | 'cleanUps'> {
  readonly open: OpenDatabase
  readonly uploads: UploadParts
  readonly settings: Settings
}

/** Registers the operations of administrators. */
export async function registerAdministration(
  app: FastifyInstance,
  parts: AdministrationParts,
): Promise<void> {
  const { open, settings } = parts
  const { db } = open
  registerPeople(app, { ...parts, db })
  registerInvitations(app, db)
  const duplicates = new DuplicateFinder(open)
  app.addHook('onClose', () => duplicates.close())
  const folders = new MusicFolders(settings)
  const { music, given } = settings
  const collection = { ...parts, ...{ db, duplicates, music, given, folders } }
  registerCollection(app, collection)
  registerPlaylistFiles(app, db, settings.offersCollectionPlaylists)
  await registerCataloguePictures(app, parts.uploads)
  registerJobs(app, { ...settings, ...parts, db, collection })
  const overview = new OverviewReader(open, settings, app.presence)
  bind(app, fetchOverview, () => overview.read())
  bind(app, fetchAudit, async ({ after }) => {
    const rows = await readAuditEntries(db, countLimits.auditPage, decodeTimeCursor(after))
    const last = rows.length === countLimits.auditPage ? rows.at(-1) : undefined
    const entries = rows.map(({ time: _, ...entry }) => entry)
    return { entries, ...(last && { next: encodeTimeCursor(last.time, last.id) }) }
  })
  bind(app, fetchLog, async ({ after, ...filter }) => {
    const rows = await readLogEntries(db, countLimits.logPage, filter, decodeTimeCursor(after))
    const last = rows.length === countLimits.logPage ? rows.at(-1) : undefined
    const entries = rows.map(({ at, request_id, ...entry }) => ({
      ...{ id: entry.id, at: new Date(at).toISOString(), level: entry.level, message: entry.message },
      ...{ requestId: request_id, process: entry.process },
    }))
    return { entries, ...(last && { next: encodeTimeCursor(last.at, last.id) }) }
  })
  bind(app, fetchLiveSettings, async () => ({ settings: await listLiveSettings(db, settings.given) }))
  bind(app, updateLiveSetting, async ({ name, value }, by) => {
    await write(db, async tx => {
      await changeLiveSetting(tx, settings.given, name, value)
      await recordAction(tx, by, 'changedSetting', { detail: name })
      // The pages' configuration is cached.
      await incrementCatalogueVersion(tx)
    })
    return { settings: await listLiveSettings(db, settings.given) }
  })
}

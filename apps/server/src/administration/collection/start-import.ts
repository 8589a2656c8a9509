import { IMPORT_RUNS, IMPORTS_PAUSED, NO_FOLDERS } from '@refrain/contract/administration/collection'
import {
  FOLDER_IS_KNOWN,
  FOLDER_IS_UNKNOWN,
  MUSIC_IS_FIXED,
} from '@refrain/contract/administration/music-folders'
import { write } from '../../database/retry.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { isWithin } from '../../importing/collection/album-folders.ts'
import { deleteFolders, insertMusicFolder } from '../../importing/collection/music-folder-store.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import { isPaused } from '../../jobs/job-store.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import { type Administrator, recordAction } from '../audit/record-action.ts'
import { findScannable, listFolders } from './collection-folders.ts'
import type { CollectionParts, ImportOrder } from './collection-parts.ts'

const SUCCESS = { success: true } as const

type ImportParts = Pick<CollectionParts, 'db' | 'music' | 'startedImport' | 'startImport'>

/**
 * Imports all folders of music in the background.
 * @param forgetSeen id of the last import: also removes the tracks that were missing by then
 * @throws RequestError 409 while an import runs or imports are paused, or without a folder
 */
export async function startImport(parts: ImportParts, by: Administrator, forgetSeen?: string) {
  const { db, music } = parts
  const action = forgetSeen === undefined ? 'scanned' : 'forgot'
  const folders = await findScannable(db, music)
  if (!parts.startImport || folders.length === 0) throw new RequestError(409, NO_FOLDERS)
  await begin(parts, async () => {
    await write(db, tx => recordAction(tx, by, action))
    return { folders, ...(forgetSeen !== undefined && { forgetSeen }) }
  })
  return SUCCESS
}

/**
 * Adds a folder to those of music, and imports it.
 * @throws RequestError 409 if it is among them, if the environment gives them, or while an import runs; 400 if it cannot
 * be read here
 */
export async function addFolder(parts: CollectionParts, by: Administrator, path: string) {
  const { db, music, folders } = parts
  if (music.length > 0) throw new RequestError(409, MUSIC_IS_FIXED)
  if (!parts.startImport) throw new RequestError(409, NO_FOLDERS)
  const added = await folders.resolve(path)
  const known = await listFolders(db, music)
  if (known.some(folder => isWithin(folder.path, added))) throw new RequestError(409, FOLDER_IS_KNOWN)
  await begin(parts, async () => {
    const others = (await findScannable(db, music)).filter(folder => !isWithin(added, folder))
    await write(db, async tx => {
      await insertMusicFolder(tx, added, Date.now())
      await recordAction(tx, by, 'addedFolder', { detail: added })
    })
    return { folders: [...others, added] }
  })
  return SUCCESS
}

/**
 * Takes a folder out of those of music, whose tracks stay.
 * @throws RequestError 409 if it is not among them, if the environment gives it, or while an import runs
 */
export async function removeFolder(parts: CollectionParts, by: Administrator, path: string) {
  const { db, music } = parts
  const folder = (await listFolders(db, music)).find(one => one.path === path)
  if (!folder?.canRemove) throw new RequestError(409, folder ? MUSIC_IS_FIXED : FOLDER_IS_UNKNOWN)
  await refuseSecond(parts)
  await write(db, async tx => {
    await deleteFolders(tx, [path])
    await recordAction(tx, by, 'removedFolder', { detail: path })
  })
  return SUCCESS
}

/** @throws RequestError 409 while an import runs; one of the sample catalogue yields */
async function refuseSecond({ db, startedImport }: ImportParts): Promise<void> {
  const stored = await readImportStatus(db)
  const isRunning = (stored?.isRunning && stored.sample === 0) || startedImport()?.sample === false
  if (isRunning) throw new RequestError(409, IMPORT_RUNS)
}

/**
 * Imports what has changed while imports were paused, and what was not imported then. A watcher does it by itself. Does
 * nothing while an import runs, or without a folder.
 */
export async function resumeImports(parts: CollectionParts): Promise<void> {
  const { db, music, given } = parts
  const folders = await findScannable(db, music)
  const { watch } = await readLiveSettings(db, given)
  if (folders.length > 0 && watch !== 'on') await parts.startImport?.(async () => ({ folders }))
}

/** @param prepare runs while no other import of this process can start */
async function begin(parts: ImportParts, prepare: () => Promise<ImportOrder>): Promise<void> {
  await refuseSecond(parts)
  if (await isPaused(parts.db, 'imports')) throw new RequestError(409, IMPORTS_PAUSED)
  // Another call may have come first meanwhile.
  if (!(await parts.startImport?.(prepare))) throw new RequestError(409, IMPORT_RUNS)
}

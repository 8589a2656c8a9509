import type { AdministrativeAction } from '@refrain/contract/administration/audit'
import { IMPORT_RUNS, NO_FOLDERS } from '@refrain/contract/administration/collection'
import { FOLDER_IS_KNOWN, MUSIC_IS_FIXED } from '@refrain/contract/administration/music-folders'
import { write } from '../../database/retry.ts'
import type { Transaction } from '../../database/tables.ts'
import { RequestError } from '../../http/errors/request-errors.ts'
import { isWithin } from '../../importing/collection/album-folders.ts'
import { insertMusicFolder, readMusicFolders } from '../../importing/collection/music-folder-store.ts'
import { readImportStatus } from '../../importing/status/import-status-store.ts'
import { type Administrator, recordAction } from '../audit/record-action.ts'
import { findScannable, listFolders } from './collection-folders.ts'
import type { CollectionParts } from './collection-parts.ts'

const SUCCESS = { success: true } as const

/** Imports all folders of music in the background. @throws RequestError 409 while an import runs, or without a folder */
export async function startImport(
  parts: CollectionParts,
  by: Administrator,
  action: Extract<AdministrativeAction, 'scanned' | 'forgot'>,
) {
  const folders = await readScannable(parts)
  if (!parts.startImport || folders.length === 0) throw new RequestError(409, NO_FOLDERS)
  await refuseSecond(parts)
  await begin(parts, folders, action === 'forgot', tx => recordAction(tx, by, action))
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
  const known = await listFolders(db, await readMusicFolders(db, music))
  if (known.some(folder => isWithin(folder.path, added))) throw new RequestError(409, FOLDER_IS_KNOWN)
  await refuseSecond(parts)
  const others = (await readScannable(parts)).filter(folder => !isWithin(added, folder))
  await begin(parts, [...others, added], false, async tx => {
    await insertMusicFolder(tx, added, Date.now())
    await recordAction(tx, by, 'addedFolder', { detail: added })
  })
  return SUCCESS
}

const readScannable = async ({ db, music }: CollectionParts) =>
  findScannable(db, await readMusicFolders(db, music))

/** @throws RequestError 409 while an import runs; one of the sample catalogue yields */
async function refuseSecond({ db, startedImport }: CollectionParts): Promise<void> {
  const stored = await readImportStatus(db)
  const isRunning = (stored?.isRunning && stored.sample === 0) || startedImport()?.sample === false
  if (isRunning) throw new RequestError(409, IMPORT_RUNS)
}

/** @param record what is written before */
async function begin(
  { db, startImport: start }: CollectionParts,
  folders: readonly string[],
  forget: boolean,
  record: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await write(db, record)
  // Another call may have come first meanwhile.
  if (!start?.(folders, { forget })) throw new RequestError(409, IMPORT_RUNS)
}
